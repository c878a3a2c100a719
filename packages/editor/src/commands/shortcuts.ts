import { brushKeys } from '../react/brush/brush-keys.ts';
import { letterOf } from './letter-of.ts';

export const shortcutGroups = ['tools', 'result', 'view', 'brush', 'help'] as const;
export type ShortcutGroup = (typeof shortcutGroups)[number];

interface ShortcutRow {
  readonly id: string;
  readonly group: ShortcutGroup;
  /** As they are shown; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys: readonly string[];
  /** What it does: a key of the bundle `editor`. */
  readonly word: string;
  /**
   * What is pressed, for those that act wherever the focus is; the others belong to what they act on. A letter alone, with
   * `Mod`, or a sign by what it types.
   */
  readonly press?: Press;
}

type Press = { readonly letter: string } | { readonly withMod: string } | { readonly sign: string };

/** One list for the sheet of keys and for what the keys do. */
export const shortcuts = [
  { id: 'background', group: 'tools', keys: ['V'], word: 'tools.background', press: { letter: 'v' } },
  { id: 'refine', group: 'tools', keys: ['R'], word: 'tools.refine', press: { letter: 'r' } },
  { id: 'light', group: 'tools', keys: ['L'], word: 'tools.light', press: { letter: 'l' } },
  { id: 'crop', group: 'tools', keys: ['T'], word: 'tools.crop', press: { letter: 't' } },
  { id: 'export', group: 'tools', keys: ['S'], word: 'tools.export', press: { letter: 's' } },
  { id: 'undo', group: 'result', keys: ['Mod', 'Z'], word: 'history.undo' },
  { id: 'redo', group: 'result', keys: ['Mod', 'Shift', 'Z'], word: 'history.redo' },
  { id: 'download', group: 'result', keys: ['Mod', 'S'], word: 'help.key.download', press: { withMod: 's' } },
  { id: 'copy', group: 'result', keys: ['Mod', 'C'], word: 'help.key.copy', press: { withMod: 'c' } },
  { id: 'original', group: 'view', keys: ['O'], word: 'canvas.original' },
  { id: 'compare', group: 'view', keys: ['C'], word: 'view.compare', press: { letter: 'c' } },
  { id: 'outline', group: 'view', keys: ['U'], word: 'view.outline', press: { letter: 'u' } },
  { id: 'zoom-in', group: 'view', keys: ['+'], word: 'canvas.zoomIn' },
  { id: 'zoom-out', group: 'view', keys: ['−'], word: 'canvas.zoomOut' },
  { id: 'fit', group: 'view', keys: ['0'], word: 'canvas.fit' },
  { id: 'whole-pixels', group: 'view', keys: ['1'], word: 'help.key.wholePixels' },
  { id: 'move', group: 'view', keys: ['Arrows'], word: 'help.key.move' },
  { id: 'hand', group: 'view', keys: ['Space'], word: 'help.key.hand' },
  ...brushKeys.map(({ keys, word }) => ({ id: word, group: 'brush', keys, word }) as const),
  { id: 'keys', group: 'help', keys: ['?'], word: 'help.keys', press: { sign: '?' } },
  { id: 'menu', group: 'help', keys: ['Mod', 'K'], word: 'help.menu', press: { withMod: 'k' } },
] as const satisfies readonly ShortcutRow[];

export type Shortcut = (typeof shortcuts)[number];
export type ShortcutId = Extract<Shortcut, { readonly press: Press }>['id'];

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** @returns which of those that act everywhere was pressed. */
export function pressed(event: KeyPress, isMac: boolean): ShortcutId | undefined {
  return shortcuts.find((shortcut) => 'press' in shortcut && isPressed(event, shortcut.press, isMac))?.id as
    | ShortcutId
    | undefined;
}

function isPressed(event: KeyPress, press: Press, isMac: boolean): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
  // With Alt some layouts write signs, `?` among them.
  if ('sign' in press) return key === press.sign && !ctrlKey && !metaKey;
  if (altKey || shiftKey) return false;
  if ('letter' in press) return !ctrlKey && !metaKey && letterOf(event) === press.letter;
  return (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && letterOf(event) === press.withMod;
}
