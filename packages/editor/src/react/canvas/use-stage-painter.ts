import { createContext, type RefObject, useContext, useEffectEvent, useLayoutEffect, useRef } from 'react';

import { createStagePainter, type PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';

/** Repaint functions of all canvases of a stage. Each layer inside the stage adds its own. */
export const StageLayers = createContext<Set<() => void>>(new Set());

/**
 * Paints a canvas that fills a stage, and repaints it when the camera or the paint function changes.
 * @param paint Paints the canvas. A new function is painted at once.
 * @param ownLayers Set of repaint functions, passed by the stage itself. Layers take it from the `StageLayers` context.
 * @returns the ref for the canvas.
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
