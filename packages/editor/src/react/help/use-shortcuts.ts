import { useEffect, useEffectEvent } from 'react';

import { isTextField } from '../../commands/is-text-field.ts';
import { letterOf } from '../../commands/letter-of.ts';
import { letterKeysAreOn } from '../../commands/letter-keys.ts';
import { isMac } from '../../commands/platform.ts';
import { pressed, type ShortcutId } from '../../commands/shortcuts.ts';

/** Binds the keys that act wherever the focus is, as long as no field is written in and nothing lies over the editor. */
export function useShortcuts(act: (id: ShortcutId) => void): void {
  const receive = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || isElsewhere(event.target)) return;
    const id = pressed(event, isMac());
    if (!id) return;
    const isWriting = isTextField(event.target);
    const isLoose = !event.ctrlKey && !event.metaKey;
    if (isLoose && (isWriting || !letterKeysAreOn())) return;
    // What is selected, in a field or on the page, is what a person means to copy.
    if (id === 'copy' && (isWriting || getSelection()?.isCollapsed === false)) return;
    event.preventDefault();
    act(id);
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
  if (letterKeysAreOn() || event.ctrlKey || event.metaKey || event.altKey) return;
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
