import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import { createStagePainter, type PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { createRevealMask } from '../../rendering/create-reveal-mask.ts';
import type { TilePyramid } from '../../rendering/create-tile-pyramid.ts';
import type { Editor } from '../../editor.ts';

export interface RevealLayerProps {
  editor: Editor;
  store: Viewport;
  onEnd: () => void;
}

/** Duration of the animation, in ms. Equal to `--transition-duration-slow`. */
const durationMs = 320;
/** Largest time step of one frame, in ms. A busy page shows fewer frames, but skips no part of the animation. */
const maxFrameMs = 50;
/** Largest rise of the subject during the animation, in CSS px. */
const risePx = 3;

/**
 * Animates the image over the stage, which shows the result: the background disappears from the subject's edge
 * outwards. The first frame shows the whole image.
 */
export function RevealLayer({ editor: { stageImages, segmentation: result }, store, onEnd }: RevealLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const end = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    if (!canvas.current) return undefined;
    const reveal = createRevealMask(result.matte);
    const mask = new OffscreenCanvas(reveal.widthPx, reveal.heightPx).getContext('2d');
    const whole = { x: 0, y: 0, width: result.widthPx, height: result.heightPx };
    /** Image and cutout at the canvas's resolution, so that each frame copies them without scaling. */
    let layers: { readonly image: OffscreenCanvas; readonly cutout: OffscreenCanvas; readonly key: string } | undefined;
    let elapsedMs = 0;
    let lastFrameMs: number | undefined;
    let frame = 0;

    const layersFor = (target: CanvasRenderingContext2D, scale: number) => {
      const transform = target.getTransform();
      const { width, height } = target.canvas;
      const key = [width, height, transform.toString()].join();
      if (layers?.key === key) return layers;
      const draw = (picture: TilePyramid | undefined) => {
        const layer = new OffscreenCanvas(width, height);
        const context = layer.getContext('2d');
        context?.setTransform(transform);
        if (context) picture?.draw(context, whole, scale);
        return layer;
      };
      return (layers = { key, image: draw(stageImages.getState().original), cutout: draw(stageImages.cutout()) });
    };

    const paint: PaintStage = (context, { view, ratio }) => {
      const { image, cutout } = layersFor(context, view.scale * ratio);
      const share = Math.min(1, elapsedMs / durationMs);
      const eased = share * share * (3 - 2 * share);
      mask?.putImageData(new ImageData(reveal.at(eased), reveal.widthPx, reveal.heightPx), 0, 0);
      context.save();
      if (mask) context.drawImage(mask.canvas, 0, 0, whole.width, whole.height);
      context.globalCompositeOperation = 'source-in';
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.drawImage(image, 0, 0);
      const risen = Math.sin(Math.PI * share);
      context.globalCompositeOperation = 'source-over';
      context.globalAlpha = risen;
      context.drawImage(cutout, 0, -Math.round(risePx * ratio * risen));
      context.restore();
    };

    const painter = createStagePainter(canvas.current, store, paint);
    const step = (timeMs: number) => {
      elapsedMs += Math.min(maxFrameMs, timeMs - (lastFrameMs ?? timeMs));
      lastFrameMs = timeMs;
      if (elapsedMs >= durationMs) return end();
      painter.repaint();
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
      painter.close();
    };
  }, [stageImages, result, store]);
  return (
    <canvas ref={canvas} aria-hidden data-slot="lift" className="pointer-events-none absolute inset-0 size-full" />
  );
}
