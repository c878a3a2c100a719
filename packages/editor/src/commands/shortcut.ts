import { letterOf } from './letter-of.ts';

/** Keys of a shortcut: a letter alone, a letter with Cmd on a Mac and Ctrl elsewhere, or the symbol that the keys type. */
export type Press =
  | { readonly letter: string }
  | { readonly withMod: string; readonly shift?: boolean }
  | { readonly sign: string };

export interface Shortcut {
  /** As they are shown; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys: readonly string[];
  /** Each of these runs the command. */
  readonly presses: readonly Press[];
  /** Whether a key that is held down runs the command again and again. */
  readonly repeats?: boolean;
  /** Whether it also acts while a dialog or a menu is open. */
  readonly actsInDialogs?: boolean;
  /** Whether the browser keeps the key, for what it means where the focus is. */
  readonly isBrowsers?: (target: EventTarget | null) => boolean;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** @returns whether the shortcut was pressed. */
export function isPressed(event: KeyPress, { presses }: Shortcut, isMac: boolean): boolean {
  return presses.some((press) => matches(event, press, isMac));
}

function matches(event: KeyPress, press: Press, isMac: boolean): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
  // Some keyboard layouts write signs, such as `?`, with Alt.
  if ('sign' in press) return key === press.sign && !ctrlKey && !metaKey;
  if (altKey || shiftKey !== ('withMod' in press && press.shift === true)) return false;
  if ('letter' in press) return !ctrlKey && !metaKey && letterOf(event) === press.letter;
  return (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && letterOf(event) === press.withMod;
}
