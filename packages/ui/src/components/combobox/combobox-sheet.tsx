import type { ReactNode } from 'react';

import { Dialog, DialogContent } from '../dialog/dialog.tsx';
import { Input } from '../input/input.tsx';
import { Listbox } from './listbox.tsx';
import { pressKey } from './press-key.ts';
import type { ComboboxState } from './use-combobox-state.ts';

export interface ComboboxSheetLabels {
  /** Title of the sheet, and the name of its field and its list. */
  title: string;
  /** Accessible name of the close button. */
  close: string;
}

interface ComboboxSheetProps {
  labels: ComboboxSheetLabels;
  listId: string;
  state: ComboboxState;
  placeholder: string | undefined;
  /** Text instead of the list, when no option matches. */
  status: ReactNode;
}

/** The list of a combobox as a sheet that fills a phone's screen, with its own field for the search. */
export function ComboboxSheet({ labels, listId, state, placeholder, status }: ComboboxSheetProps) {
  const { open, query, matches, active, optionId, optionUnder, close, choose } = state;
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        data-slot="combobox-sheet"
        title={labels.title}
        closeLabel={labels.close}
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          // A focused field would cover half of the list with the keyboard of the screen.
          if (!matchMedia('(pointer: coarse)').matches || !(event.currentTarget instanceof HTMLElement)) return;
          event.preventDefault();
          event.currentTarget.focus();
        }}
      >
        <div className="flex-none px-4 pb-3">
          <Input
            role="combobox"
            aria-label={labels.title}
            aria-autocomplete="list"
            aria-expanded={matches.length > 0}
            aria-controls={listId}
            aria-activedescendant={active ? optionId(active) : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            value={query ?? ''}
            onChange={(event) => state.search(event.target)}
            onKeyDown={(event) => pressKey(event, state)}
            className="pointer-coarse:h-11"
          />
        </div>
        <div
          role="presentation"
          className="flex min-h-0 flex-1 flex-col border-t border-line"
          onClick={(event) => {
            const option = optionUnder(event);
            if (option) choose(option);
          }}
        >
          {matches.length > 0 ? (
            <Listbox
              id={listId}
              state={state}
              isTall
              aria-label={labels.title}
              aria-labelledby={undefined}
              aria-busy={undefined}
            />
          ) : (
            <p className="px-6 py-4 text-soft">{status}</p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
