import { useEffect, useEffectEvent } from 'react';

import type { CommandRegistry } from '../../commands/create-command-registry.ts';
import type { Command } from '../../commands/define-command.ts';
import { isElsewhere } from '../../commands/is-elsewhere.ts';
import { isTextField } from '../../commands/is-text-field.ts';
import { letterOf } from '../../commands/letter-of.ts';
import { letterKeys } from '../../commands/letter-keys.ts';
import { isMac } from '../../commands/platform.ts';

/**
 * Binds the shortcuts of all commands to the document, so that they work wherever the focus is. Shortcuts without Ctrl
 * or Command are ignored in text fields and while single-letter shortcuts are turned off.
 */
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
    // The capture phase runs this handler before those of the tools, which handle some letters themselves.
    window.addEventListener('keydown', withholdLetters, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keydown', withholdLetters, { capture: true });
    };
  }, []);
}

/** Letters that the tools handle: those of the brush, and O, which shows the original. */
const toolLetters = new Set(['b', 'e', 'x', 'g', 'o']);

function withholdLetters(event: KeyboardEvent): void {
  if (letterKeys.getState() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isElsewhere(event.target) || isTextField(event.target)) return;
  if (toolLetters.has(letterOf(event) ?? '')) event.stopImmediatePropagation();
}
