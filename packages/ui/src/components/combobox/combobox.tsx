import { ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId } from 'react';

import { cn } from '../../cn.ts';
import { useField } from '../field/field-context.ts';
import { Input, type InputProps } from '../input/input.tsx';
import { Spinner } from '../spinner/spinner.tsx';
import { ComboboxSheet, type ComboboxSheetLabels } from './combobox-sheet.tsx';
import { Listbox } from './listbox.tsx';
import type { ComboboxOption } from './match-options.ts';
import { pressKey } from './press-key.ts';
import { useComboboxState } from './use-combobox-state.ts';
import { useIsPhone } from './use-is-phone.ts';

export type { ComboboxSheetLabels } from './combobox-sheet.tsx';
export type { ComboboxOption } from './match-options.ts';

export type ComboboxProps = Omit<
  InputProps,
  'type' | 'value' | 'defaultValue' | 'endSlot' | 'onValueChange' | 'list'
> & {
  /** Options in the order of the list. */
  options: readonly ComboboxOption[];
  /** Controlled value; '' when nothing is selected. */
  value?: string;
  /** Initial value of an uncontrolled combobox. */
  defaultValue?: string;
  /** Called with the selected value, and with '' when the text is cleared. */
  onValueChange?: (value: string) => void;
  /** Called with the typed text. */
  onQueryChange?: (query: string) => void;
  /** Filtering by the component. Set `false` when the parent filters the options, for example on a server. */
  filter?: boolean;
  /** Text of the list when no option matches. */
  emptyText: string;
  /** Shows the loading state while options are being fetched. */
  loading?: boolean;
  /** Text of the list while `loading`. */
  loadingText?: string;
  /** Returns the number of matches as text, for screen readers. */
  countText?: (count: number) => string;
  /** Texts of the sheet that shows a long list on phones. Without them, the list is always next to the field. */
  sheet?: ComboboxSheetLabels;
};

/**
 * Text field with a list of options, filtered by typing. The input shows the selected option; a text that names no
 * option is replaced on blur. In a form, `name` submits the value. For fewer than ten options, use `Select`.
 */
export function Combobox({
  options,
  value: controlled,
  defaultValue = '',
  onValueChange,
  onQueryChange,
  filter = true,
  emptyText,
  countText,
  loading = false,
  loadingText,
  sheet,
  name,
  className,
  onChange,
  onKeyDown,
  onBlur,
  ...props
}: ComboboxProps) {
  const field = useField();
  const listId = useId();
  const state = useComboboxState({
    listId,
    options,
    value: controlled,
    defaultValue,
    onValueChange,
    onQueryChange,
    filter,
  });
  const isPhone = useIsPhone();
  const isSheet = sheet !== undefined && isPhone;
  const { value, open, query, chosen, matches, listed, active, optionId, optionUnder, close, choose } = state;
  const status = loading ? loadingText : matches.length === 0 ? emptyText : undefined;
  const listName = props['aria-labelledby'] ?? (props['aria-label'] ? undefined : field?.labelId);
  return (
    <Popover.Root open={!isSheet && (listed || (open && status !== undefined))} onOpenChange={close} modal={false}>
      <Popover.Anchor
        data-slot="combobox"
        data-state={open ? 'open' : 'closed'}
        className={cn('min-w-0', className)}
        onClick={(event) => {
          const pressed = event.target;
          const input = event.currentTarget.querySelector<HTMLInputElement>('[role="combobox"]');
          if (!input || !(pressed instanceof Element) || pressed.closest('button')) return;
          if (open) {
            if (pressed !== input) close();
            return;
          }
          state.show(input, chosen);
          input.select();
        }}
      >
        <Input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={listed}
          aria-controls={listed ? listId : undefined}
          aria-activedescendant={listed && active ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // The sheet has a field of its own, so this one needs no keyboard of the screen.
          {...(isSheet && { inputMode: 'none' })}
          {...props}
          // The hidden input below submits the value. This input has no name, so it is not submitted.
          name=""
          value={query ?? chosen?.inputText ?? chosen?.label ?? ''}
          onChange={(event) => {
            onChange?.(event);
            state.search(event.target);
          }}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            pressKey(event, state);
          }}
          onBlur={(event) => {
            onBlur?.(event);
            // Opening the sheet takes the focus.
            if (!(isSheet && open)) state.leave();
          }}
          endSlot={<ChevronsUpDown aria-hidden className="-me-0.5 cursor-pointer" />}
        />
        <input type="hidden" name={name ?? field?.name} value={value} disabled={props.disabled} form={props.form} />
        <span role="status" className="sr-only">
          {open && (status ?? (query && countText?.(matches.length)))}
        </span>
      </Popover.Anchor>
      {isSheet && open && (
        <ComboboxSheet labels={sheet} listId={listId} state={state} placeholder={props.placeholder} status={status} />
      )}
      <Popover.Portal>
        <Popover.Content
          role="presentation"
          data-slot="combobox-content"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex w-(--radix-popover-trigger-width) min-w-48 animate-enter flex-col rounded-md border border-line bg-sheet shadow-float"
          // The focus stays in the input when the list is clicked.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            const option = optionUnder(event);
            if (option) choose(option);
          }}
          onPointerMove={(event) => {
            const option = optionUnder(event);
            if (option && option !== active) state.pointAt(option);
          }}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-slot="combobox"][data-state="open"]')) {
              event.preventDefault();
            }
          }}
        >
          {matches.length > 0 && (
            <Listbox
              id={listId}
              state={state}
              aria-label={props['aria-label']}
              aria-labelledby={listName}
              aria-busy={loading || undefined}
            />
          )}
          {status && (
            <p aria-hidden className="flex min-h-9 items-center gap-2.5 px-3.5 py-2 text-14 text-soft">
              {loading && <Spinner />}
              <span>{status}</span>
            </p>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
