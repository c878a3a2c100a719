import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

import { type BrushStore, isClickTool } from '../../brush/create-brush-store.ts';
import type { Point } from '../../viewport/view.ts';
import type { Lens } from './brush-lens.tsx';
import type { RingHandle } from './brush-ring.tsx';

/** Brush size below which the lens shows the brush enlarged in a corner, in CSS px. */
const smallBrushPx = 12;

/** Cursor over a brush layer: a ring in the brush's size, and a lens that enlarges the image under it. */
export interface BrushCursor {
  /** @returns the last position of a mouse or pen over the layer, in CSS px; undefined after it left the layer. */
  readonly pointer: () => Point | undefined;
  readonly setPointer: (point: Point | undefined) => void;
  readonly showRing: (point: Point) => void;
  /** Shows the lens next to a finger, or in a corner for a small brush and while Alt is held. */
  readonly showLens: (point: Point, press: { readonly pointerType: string; readonly altKey: boolean }) => void;
  readonly hide: () => void;
}

export function useBrushCursor(
  brush: BrushStore,
  ring: RefObject<RingHandle | null>,
  lens: RefObject<Lens | null>,
): BrushCursor {
  const pointer = useRef<Point>(undefined);

  const showLens: BrushCursor['showLens'] = (point, { pointerType, altKey }) => {
    const { tool, sizePx } = brush.getState();
    if (pointerType === 'touch') lens.current?.show(point, 'beside');
    else if (altKey || (!isClickTool(tool) && sizePx < smallBrushPx)) lens.current?.show(point, 'corner');
    else lens.current?.hide();
  };

  const toggleLens = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Alt' || !pointer.current) return;
    // On Windows, Alt would move the focus to the browser's menu.
    event.preventDefault();
    showLens(pointer.current, { pointerType: 'mouse', altKey: event.type === 'keydown' });
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => toggleLens(event);
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('keyup', onKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('keyup', onKey, true);
    };
  }, []);

  return {
    pointer: () => pointer.current,
    setPointer(point) {
      pointer.current = point;
    },
    showRing: (point) => ring.current?.show(point),
    showLens,
    hide() {
      ring.current?.hide();
      lens.current?.hide();
    },
  };
}
