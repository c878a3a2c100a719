import { useRef, type RefObject } from 'react';

import { nearestIndex, valueAt, type Scale } from './scale.ts';
import { useDrag, type DragOptions } from './use-drag.ts';
import type { Values } from './use-values.ts';

interface ThumbDragOptions extends Pick<DragOptions, 'frame' | 'disabled'> {
  values: Values;
  inputs: RefObject<(HTMLInputElement | null)[]>;
  scale: Scale;
  vertical: boolean;
  /** Returns true when a horizontal rail starts at the right. */
  isMirrored: () => boolean;
  /** Called when a drag begins. */
  onStart: () => void;
  onValuesCommit: (values: readonly number[]) => void;
}

/** Moves the thumb that is nearest to the pressed position, until the pointer is released. */
export function useThumbDrag({
  values,
  inputs,
  scale,
  vertical,
  isMirrored,
  onStart,
  onValuesCommit,
  ...drag
}: ThumbDragOptions) {
  const { latest, changes, moveTo } = values;
  const held = useRef<{ readonly index: number; readonly changesBefore: number }>(null);
  return useDrag({
    ...drag,
    onMove: ({ x, y }) => {
      const part = vertical ? 1 - y : isMirrored() ? 1 - x : x;
      const target = valueAt(part, scale);
      // When both thumbs are at one position, the direction of the pointer decides which of them moves.
      if (!held.current && latest.current.length > 1 && latest.current.every((value) => value === target)) return;
      if (!held.current) onStart();
      held.current ??= { index: nearestIndex(latest.current, target), changesBefore: changes.current };
      inputs.current[held.current.index]?.focus({ preventScroll: true });
      moveTo(held.current.index, target);
    },
    onRelease: () => {
      // Also called when the value is the one before the drag: callers of `onValuesChange` need to know that it has
      // ended.
      if (held.current && changes.current > held.current.changesBefore) onValuesCommit(latest.current);
      held.current = null;
    },
  });
}
