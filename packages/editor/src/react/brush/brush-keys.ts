import { useEffect } from 'react';

import { isElsewhere } from '../../commands/is-elsewhere.ts';
import { isTextField } from '../../commands/is-text-field.ts';
import { letterOf } from '../../commands/letter-of.ts';
import { type Brush, type BrushStore, type BrushTool, minSizePx, maxSizePx } from '../../brush/create-brush-store.ts';

/** Rows of the shortcut sheet: the keys, and the key of their description in the i18n bundle `editor`. */
export const brushKeys = [
  { keys: ['B'], word: 'refine.key.restore' },
  { keys: ['E'], word: 'refine.key.erase' },
  { keys: ['X'], word: 'refine.key.swap' },
  { keys: ['['], word: 'refine.key.smaller' },
  { keys: [']'], word: 'refine.key.larger' },
  { keys: ['Shift', '['], word: 'refine.key.softer' },
  { keys: ['Shift', ']'], word: 'refine.key.harder' },
  { keys: ['G'], word: 'refine.key.follow' },
  { keys: ['Shift'], word: 'refine.key.straight' },
  { keys: ['Alt'], word: 'refine.key.lens' },
  { keys: ['Esc'], word: 'refine.key.abandon' },
] as const;

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>;

/** Changes the brush by keys while the calling component is mounted. */
export function useBrushKeys(brush: BrushStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTextField(event.target) || isElsewhere(event.target)) return;
      const change = changeOf(event, brush.getState());
      if (!change) return;
      event.preventDefault();
      brush.set(change);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [brush]);
}

/** @returns the change of the brush by a key press; undefined for other keys. */
export function changeOf(press: Press, brush: Brush): Partial<Brush> | undefined {
  // Some layouts type the brackets with AltGr, which Windows reports as Ctrl and Alt.
  const held = press.ctrlKey || press.metaKey || press.altKey;
  if (held && !press.getModifierState('AltGraph')) return undefined;
  switch (letterOf(press)) {
    case 'b':
      return { tool: 'restore' };
    case 'e':
      return { tool: 'erase' };
    case 'x':
      return { tool: opposites[brush.tool] };
    case 'g':
      return { followsEdges: !brush.followsEdges };
    case '[':
      return press.shiftKey ? { hardness: brush.hardness - 10 } : { sizePx: stepSize(brush.sizePx, -1) };
    case ']':
      return press.shiftKey ? { hardness: brush.hardness + 10 } : { sizePx: stepSize(brush.sizePx, 1) };
    case '{':
      return { hardness: brush.hardness - 10 };
    case '}':
      return { hardness: brush.hardness + 10 };
    default:
      return undefined;
  }
}

const opposites: Record<BrushTool, BrushTool> = {
  restore: 'erase',
  erase: 'restore',
  keep: 'drop',
  drop: 'keep',
  open: 'fill',
  fill: 'open',
  'add-object': 'remove-object',
  'remove-object': 'add-object',
};

/** @returns the brush size after one key press: changed by 15 %, and by at least 1 px, within the allowed range. */
function stepSize(sizePx: number, direction: 1 | -1): number {
  const next = Math.round(sizePx * 1.15 ** direction);
  return Math.max(minSizePx, Math.min(maxSizePx, next === sizePx ? sizePx + direction : next));
}
