import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

import type { Viewport } from '../viewport/create-viewport.ts';

/** How long the panel stays faded after a stroke, in ms: the next stroke follows soon. */
const returnMs = 600;

export interface FadingPanel {
  /** Whether a stroke is painted, or was a moment ago. */
  readonly isFaded: boolean;
  /** A finger or a pen began a stroke, or ended it. */
  readonly onTouch: (isTouching: boolean) => void;
  readonly panel: RefCallback<HTMLElement>;
}

/**
 * A panel that lies over the stage and fades while a finger or a pen paints. The image is fitted above it, so that neither the
 * image nor the canvas moves when it fades.
 * @param isOverStage otherwise the stage ends where the panel begins, and nothing fades.
 */
export function useFadingPanel(viewport: Viewport, isOverStage: boolean): FadingPanel {
  const [isTouched, setTouched] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onTouch = useCallback((isTouching: boolean) => {
    clearTimeout(timer.current);
    if (isTouching) setTouched(true);
    else timer.current = setTimeout(() => setTouched(false), returnMs);
  }, []);
  const panel = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !isOverStage) return undefined;
      const measure = () => viewport.setCovered(element.offsetHeight);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => {
        observer.disconnect();
        viewport.setCovered(0);
      };
    },
    [viewport, isOverStage],
  );
  return { isFaded: isOverStage && isTouched, onTouch, panel };
}
