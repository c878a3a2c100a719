import { type Affine, chain } from '@isola/imaging';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { placementOf } from '../document/crop-rect.ts';
import type { Editor } from '../editor.ts';
import { type CanvasBackground, paintBitmap, transformBy } from '../rendering/paint.ts';
import { useNeed } from './use-need.ts';

/** @param toContext from px of the image to those of the context. */
export type PaintBehind = (context: CanvasRenderingContext2D, toContext: Affine) => void;

/**
 * What lies behind the subject in the result, for a tool that shows the whole image.
 * @param ground what the view is to show where nothing is; a colour takes the background's place.
 * @returns paints the background where the result has it: another function once there is another one. `undefined` where the
 * ground is all that is seen.
 */
export function useBehind(
  { document, rendering, segmentation }: Editor,
  ground: CanvasBackground,
): PaintBehind | undefined {
  const { background, backdrop, widthPx, heightPx } = useStore(
    rendering,
    useShallow((state) => ({
      background: state.background,
      backdrop: state.backdrop,
      widthPx: state.widthPx,
      heightPx: state.heightPx,
    })),
  );
  const { crop, size } = useStore(
    document.history,
    useShallow(({ state }) => ({ crop: state.crop, size: state.size })),
  );
  const isShown = ground === 'checker' && background.source.kind !== 'transparent';
  useNeed(rendering, 'backdrop', isShown && !background.paint);
  return useMemo(() => {
    const paint = background.paint ?? (backdrop && paintBitmap(backdrop.bitmap));
    if (!isShown || !paint) return undefined;
    const { toPhoto } = placementOf(segmentation, crop, size);
    return (context, toContext) => {
      context.save();
      transformBy(context, chain(toPhoto, toContext));
      context.beginPath();
      context.rect(0, 0, widthPx, heightPx);
      context.clip();
      paint(context, { x: 0, y: 0, width: widthPx, height: heightPx });
      context.restore();
    };
  }, [background, backdrop, isShown, segmentation, crop, size, widthPx, heightPx]);
}
