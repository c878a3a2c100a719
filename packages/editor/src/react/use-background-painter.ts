import { type Affine, chain } from '@isola/imaging';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { resolveBackground } from '../rendering/resolve-background.ts';
import { resultPlacementOf, sizingOf } from '../document/enlargement.ts';
import type { Editor } from '../editor.ts';
import { type CanvasBackground, isChecker, paintBitmap, transformBy } from '../rendering/paint.ts';
import { useNeed } from './use-need.ts';

/** @param toContext Transform from px of the image to px of the context. */
export type PaintBackground = (context: CanvasRenderingContext2D, toContext: Affine) => void;

/**
 * Returns a painter of the result's background for a tool that shows the whole image.
 * @param canvasBackground If it is a colour, the background of the result is not painted.
 * @returns a function that paints the background at its place in the result; a new function when the background
 * changes.   Undefined while only the canvas background is shown.
 */
export function useBackgroundPainter(
  { document, registries, rendering, segmentation }: Editor,
  canvasBackground: CanvasBackground,
): PaintBackground | undefined {
  const { background, options } = useStore(
    document.history,
    useShallow(({ state }) => ({ background: state.background, options: state.export })),
  );
  const sizing = useStore(document.history, useShallow(sizingOf));
  const { backdrop, widthPx, heightPx } = useStore(
    rendering,
    useShallow((state) => ({ backdrop: state.backdrop, widthPx: state.widthPx, heightPx: state.heightPx })),
  );
  // The background is resolved here, because the rendering's is a new object with every step and preview, which would
  // render the stage as often.
  const { source, paint } = useMemo(
    () => resolveBackground(document, { background, export: options }, registries),
    [document, registries, background, options],
  );
  const isShown = isChecker(canvasBackground) && source.kind !== 'transparent';
  useNeed(rendering, 'backdrop', isShown && !paint);
  return useMemo(() => {
    const paintWhole = paint ?? (backdrop && paintBitmap(backdrop.bitmap));
    if (!isShown || !paintWhole) return undefined;
    const { toPhoto } = resultPlacementOf(sizing, segmentation);
    return (context, toContext) => {
      context.save();
      transformBy(context, chain(toPhoto, toContext));
      context.beginPath();
      context.rect(0, 0, widthPx, heightPx);
      context.clip();
      paintWhole(context, { x: 0, y: 0, width: widthPx, height: heightPx });
      context.restore();
    };
  }, [paint, backdrop, isShown, segmentation, sizing, widthPx, heightPx]);
}
