import { letterOf } from './letter-of.ts';

/** Keys of a shortcut: a letter alone, a letter with Cmd on a Mac and Ctrl elsewhere, or a typed symbol. */
export type Press =
  | { readonly letter: string }
  | { readonly withMod: string; readonly shift?: boolean }
  | { readonly sign: string };

export interface Shortcut {
  /** Keys as they are shown. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys: readonly string[];
  /** Key presses that run the command. Any of them does. */
  readonly presses: readonly Press[];
  /** True when the command runs repeatedly while the keys are held down. */
  readonly repeats?: boolean;
  /** True when the shortcut also acts while a dialog or a menu is open. */
  readonly actsInDialogs?: boolean;
  /** Returns whether the browser keeps the keys, because they have another meaning at the focused element. */
  readonly isBrowsers?: (target: EventTarget | null) => boolean;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** @returns whether the shortcut was pressed. */
export function isPressed(event: KeyPress, { presses }: Shortcut, isMac: boolean): boolean {
  return presses.some((press) => matches(event, press, isMac));
}

function matches(event: KeyPress, press: Press, isMac: boolean): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
  // Some keyboard layouts need Alt to type symbols such as `?`.
  if ('sign' in press) return key === press.sign && !ctrlKey && !metaKey;
  if (altKey || shiftKey !== ('withMod' in press && press.shift === true)) return false;
  if ('letter' in press) return !ctrlKey && !metaKey && letterOf(event) === press.letter;
  return (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && letterOf(event) === press.withMod;
}
