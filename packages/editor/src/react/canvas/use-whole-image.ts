import { identity } from '@isola/imaging';
import { useCallback, useMemo } from 'react';

import type { PaintSources } from '../../brush/paint-sources.ts';
import type { Editor } from '../../editor.ts';
import { type CanvasBackground, paintCanvasBackground } from '../../rendering/paint.ts';
import type { TilePyramid } from '../../rendering/create-tile-pyramid.ts';
import type { Camera } from '../../viewport/view.ts';
import { useBackgroundPainter } from '../use-background-painter.ts';
import { useOriginal } from './use-original.ts';

export interface WholeImage {
  /** The original image; undefined until it is decoded. */
  readonly image: TilePyramid | undefined;
  /** Paints everything behind the subject, in px of the image. */
  readonly paintCanvas: (context: CanvasRenderingContext2D, ratio: number) => void;
  /** New objects when one of the images has changed. */
  readonly paintSources: PaintSources;
}

/** Returns painters of the whole image, uncropped, for a stage on which a brush paints. */
export function useWholeImage(editor: Editor, canvasBackground: CanvasBackground): WholeImage {
  const { stageImages, segmentation } = editor;
  const { widthPx, heightPx } = segmentation;
  const whole = useMemo(() => ({ x: 0, y: 0, width: widthPx, height: heightPx }), [widthPx, heightPx]);
  const image = useOriginal(stageImages);
  const paintBackground = useBackgroundPainter(editor, canvasBackground);
  // The brush draws this image once and caches it. A new function signals that the image has changed.
  const drawCutout = useMemo<Draw>(
    () => inImage((context, scale) => stageImages.cutout().draw(context, whole, scale)),
    [stageImages, whole],
  );
  const drawOriginal = useMemo<Draw>(
    () => inImage((context, scale) => image?.draw(context, whole, scale)),
    [image, whole],
  );
  const paintCanvas = useCallback(
    (context: CanvasRenderingContext2D, ratio: number) => {
      paintCanvasBackground(context, whole, canvasBackground, ratio);
      if (!paintBackground) return;
      context.save();
      context.beginPath();
      context.rect(0, 0, whole.width, whole.height);
      context.clip();
      paintBackground(context, identity);
      context.restore();
    },
    [whole, canvasBackground, paintBackground],
  );
  const drawBackdrop = useMemo<Draw>(() => inImage((context) => paintCanvas(context, devicePixelRatio)), [paintCanvas]);
  const paintSources = useMemo<PaintSources>(
    () => ({ drawCutout, drawOriginal, drawBackdrop }),
    [drawCutout, drawOriginal, drawBackdrop],
  );
  return { image, paintCanvas, paintSources };
}

type Draw = PaintSources['drawCutout'];

/**
 * Returns a function that draws in px of the image under a given camera.
 * @param paint Draws the image. `scale` is the number of device px per px of the image.
 */
function inImage(paint: (context: CanvasRenderingContext2D, scale: number) => void): Draw {
  return (context, { scale, offsetX, offsetY }: Camera) => {
    context.save();
    context.translate(offsetX, offsetY);
    context.scale(scale, scale);
    paint(context, scale * devicePixelRatio);
    context.restore();
  };
}
