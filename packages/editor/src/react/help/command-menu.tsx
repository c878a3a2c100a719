import { cn } from '@isola/ui/cn';
import { Dialog, DialogContent } from '@isola/ui/dialog';
import { Input } from '@isola/ui/input';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { KeyCaps } from './key-caps.tsx';
import { type Findable, matchCommands } from '../../commands/match-commands.ts';

export interface MenuCommand extends Findable {
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface CommandMenuProps {
  open: boolean;
  commands: readonly MenuCommand[];
  onClose: () => void;
  /** Called after the menu has closed. It must restore the focus. */
  onClosed: () => void;
}

/** Searchable menu of all commands. The chosen command runs after the menu has closed. */
export function CommandMenu({ open, commands, onClose, onClosed }: CommandMenuProps) {
  const { t } = useTranslation('editor');
  const chosen = useRef<MenuCommand>(undefined);
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent
        title={t('help.menu')}
        closeLabel={t('refine.fringe.close')}
        aria-describedby={undefined}
        data-slot="command-menu"
        // The menu is near the top, because its list changes height while the user types.
        className="sm:mt-[8dvh] sm:mb-auto"
        onOpenAutoFocus={(event) => {
          // On a touch screen, focusing the field would open the keyboard, which covers the list.
          if (!matchMedia('(pointer: coarse)').matches) return;
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
          chosen.current?.run();
          chosen.current = undefined;
        }}
      >
        <Finder
          commands={commands}
          onChoose={(command) => {
            chosen.current = command;
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

/**
 * Search field with its list of commands. As in every combobox, the focus stays in the field, and arrow keys change the
 * active option.
 */
function Finder({
  commands,
  onChoose,
}: {
  commands: readonly MenuCommand[];
  onChoose: (command: MenuCommand) => void;
}) {
  const { t } = useTranslation('editor');
  const [query, setQuery] = useState('');
  const [pointedAt, setPointedAt] = useState<string>();
  const listId = useId();
  const matches = matchCommands(commands, query);
  const active = matches.find(({ id }) => id === pointedAt) ?? matches[0];
  const idOf = (command: MenuCommand) => `${listId}-${command.id}`;

  const press = (event: KeyboardEvent) => {
    // During composition the keys belong to the input method editor.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const at = active ? matches.indexOf(active) : -1;
    const pointTo = (index: number) => {
      event.preventDefault();
      setPointedAt(matches.at(index % Math.max(1, matches.length))?.id);
    };
    switch (event.key) {
      case 'ArrowDown':
        return pointTo(at + 1);
      case 'ArrowUp':
        return pointTo(at - 1);
      case 'Enter':
        event.preventDefault();
        return active && onChoose(active);
      default:
        return undefined;
    }
  };

  return (
    <>
      <div className="px-6 pb-3">
        <Input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={matches.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && idOf(active)}
          aria-label={t('help.find')}
          placeholder={t('help.find')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setPointedAt(undefined);
          }}
          onKeyDown={press}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        role="listbox"
        id={listId}
        aria-label={t('help.menu')}
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto border-t border-line p-2 sm:max-h-[min(26rem,60dvh)]"
        // A press must not move the focus out of the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {grouped(matches).map(([group, members]) => (
          <div key={group} role="group" aria-label={group}>
            <div aria-hidden className="px-4 pt-2.5 pb-1 text-12 text-faint">
              {group}
            </div>
            {members.map((command) => (
              // The field above handles the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={command.id}
                ref={command === active && pointedAt !== undefined ? bringIntoSight : undefined}
                role="option"
                id={idOf(command)}
                aria-selected={command === active}
                onPointerMove={() => setPointedAt(command.id)}
                onClick={() => onChoose(command)}
                className={cn(
                  'flex min-h-9 cursor-default items-center justify-between gap-4 rounded-sm px-4 py-1 text-14 select-none',
                  'aria-selected:bg-hover forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2',
                  'pointer-coarse:min-h-11',
                )}
              >
                {command.label}
                {command.keys && (
                  <span aria-hidden className="pointer-coarse:hidden">
                    <KeyCaps keys={command.keys} />
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
        {matches.length === 0 && <p className="px-4 py-3 text-14 text-soft">{t('help.nothingFound')}</p>}
      </div>
      <p role="status" className="sr-only">
        {query && (matches.length === 0 ? t('help.nothingFound') : t('help.found', { count: matches.length }))}
      </p>
    </>
  );
}

function bringIntoSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Groups the commands. Groups are in the order of their first members, so that arrow keys follow the visible order. */
function grouped(commands: readonly MenuCommand[]): [string, MenuCommand[]][] {
  const groups = new Map<string, MenuCommand[]>();
  for (const command of commands) {
    const members = groups.get(command.groupLabel);
    if (members) members.push(command);
    else groups.set(command.groupLabel, [command]);
  }
  return [...groups];
}
