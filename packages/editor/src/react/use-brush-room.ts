import { type RefCallback, useCallback, useEffect, useState } from 'react';

import type { Viewport } from '../viewport/create-viewport.ts';

/** How long the panel stays away after a stroke, in ms: the next stroke follows soon. */
const returnMs = 600;

export interface BrushRoom {
  /** Whether the stage reaches beneath the panel. */
  readonly isShared: boolean;
  /** Whether a stroke is painted, or was a moment ago. */
  readonly isTouched: boolean;
  readonly onTouch: (isTouching: boolean) => void;
  readonly panel: RefCallback<HTMLElement>;
}

/**
 * The room of a brush on a phone. The stage reaches beneath the panel, and the image is fitted above it: while a stroke is
 * painted the panel goes out of the way, and neither the image nor the canvas moves.
 */
export function useBrushRoom(store: Viewport, isShared: boolean): BrushRoom {
  const [isTouching, setTouching] = useState(false);
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (isTouching === isTouched) return undefined;
    const timer = setTimeout(() => setTouched(isTouching), isTouching ? 0 : returnMs);
    return () => clearTimeout(timer);
  }, [isTouching, isTouched]);
  const panel = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !isShared) return undefined;
      const measure = () => store.setCovered(element.offsetHeight);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => {
        observer.disconnect();
        store.setCovered(0);
      };
    },
    [store, isShared],
  );
  return { isShared, isTouched: isShared && isTouched, onTouch: setTouching, panel };
}
