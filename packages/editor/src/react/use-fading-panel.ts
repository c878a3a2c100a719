import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

import type { Viewport } from '../viewport/create-viewport.ts';

/** Time for which the panel stays faded after a stroke, in ms. The next stroke often follows soon. */
const returnMs = 600;

export interface FadingPanel {
  /** True during a stroke and for a short time after it. */
  readonly isFaded: boolean;
  /** Must be called when a finger or a pen begins or ends a stroke. */
  readonly onTouch: (isTouching: boolean) => void;
  readonly panel: RefCallback<HTMLElement>;
}

/**
 * Fades a panel that lies over the stage while a finger or a pen paints. The image is fitted above the panel, so that
 * neither the image nor the canvas moves when the panel fades.
 * @param isOverStage If false, the stage ends where the panel begins, and nothing fades.
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
