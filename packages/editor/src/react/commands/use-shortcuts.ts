import { useEffect, useEffectEvent } from 'react';

import type { CommandRegistry } from '../../commands/create-command-registry.ts';
import type { Command } from '../../commands/define-command.ts';
import { isTextField } from '../../commands/is-text-field.ts';
import { letterOf } from '../../commands/letter-of.ts';
import { letterKeys } from '../../commands/letter-keys.ts';
import { isMac } from '../../commands/platform.ts';

/** Binds the shortcuts of all commands, wherever the focus is. A key alone does not act in a field, nor where it is turned off. */
export function useShortcuts(registry: CommandRegistry, run: (command: Command) => void): void {
  const receive = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const command = registry.pressed(event, isMac());
    if (!command?.shortcut) return;
    const { repeats, actsInDialogs, isBrowsers } = command.shortcut;
    if ((event.repeat && !repeats) || (isElsewhere(event.target) && !actsInDialogs)) return;
    const isLoose = !event.ctrlKey && !event.metaKey;
    if (isLoose && (isTextField(event.target) || !letterKeys.getState())) return;
    if (isBrowsers?.(event.target)) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => receive(event);
    document.addEventListener('keydown', onKeyDown);
    // Ahead of the tools, which have letters of their own.
    window.addEventListener('keydown', withholdLetters, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keydown', withholdLetters, { capture: true });
    };
  }, []);
}

/** The letters of the brush, and the one that shows the original. */
const toolLetters = new Set(['b', 'e', 'x', 'g', 'o']);

function withholdLetters(event: KeyboardEvent): void {
  if (letterKeys.getState() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isElsewhere(event.target) || isTextField(event.target)) return;
  if (toolLetters.has(letterOf(event) ?? '')) event.stopImmediatePropagation();
}

/** A dialog, a menu or a list has the keys while it is open. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  );
}
