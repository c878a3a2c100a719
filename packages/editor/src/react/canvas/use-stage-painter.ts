import { createContext, type RefObject, useContext, useEffectEvent, useLayoutEffect, useRef } from 'react';

import { createStagePainter, type PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';

/** Functions that repaint each canvas of a stage. Layers inside the stage add theirs. */
export const StageLayers = createContext<Set<() => void>>(new Set());

/**
 * Keeps a canvas painted that fills a stage.
 * @param paint another function is painted at once.
 * @param ownLayers those of the stage itself; within it they are found.
 * @returns for the canvas.
 */
export function useStagePainter(
  store: Viewport,
  paint: PaintStage,
  ownLayers?: Set<() => void>,
): RefObject<HTMLCanvasElement | null> {
  const around = useContext(StageLayers);
  const layers = ownLayers ?? around;
  const canvas = useRef<HTMLCanvasElement>(null);
  const repaint = useRef<() => void>(undefined);
  const paintCurrent = useEffectEvent<PaintStage>((context, scene) => paint(context, scene));
  useLayoutEffect(() => {
    if (!canvas.current) return undefined;
    const painter = createStagePainter(canvas.current, store, (context, scene) => paintCurrent(context, scene));
    repaint.current = painter.repaint;
    layers.add(painter.repaint);
    return () => {
      layers.delete(painter.repaint);
      painter.close();
    };
  }, [store, layers]);

  const painted = useRef(paint);
  useLayoutEffect(() => {
    if (painted.current !== paint) repaint.current?.();
    painted.current = paint;
  }, [paint]);
  return canvas;
}
