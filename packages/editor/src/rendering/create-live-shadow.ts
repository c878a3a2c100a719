import { type Affine, lightLeft, type Size } from '@isola/imaging';
import type { Surroundings } from '@isola/scenes';

import type { CanvasRect } from '../model/canvas-rect.ts';
import type { Light } from '../schema/document-state.ts';
import type { TilePyramid } from './create-tile-pyramid.ts';
import type { ShownView } from './create-view-pipeline.ts';
import { paintPlaced } from './paint.ts';

/** Longer side of the map of the shadow, in px. A shadow of this size is computed well within a frame. */
const shadowSidePx = 176;
/** Longer side of the copy of the subject, in px. */
const subjectSidePx = 1600;

export interface LiveShadowOptions {
  readonly cutout: TilePyramid;
  /** Size of the image. */
  readonly image: Size;
  /** Transform from px of the image to px of the result, and the size of the result. */
  readonly toResult: Affine;
  readonly result: Size;
  readonly ground: Surroundings['ground'];
  /** Last view of the result, from which the subject takes its matched colours. */
  readonly view: ShownView | undefined;
}

/** Subject with a shadow that follows the light in every frame, on the page's own thread. */
export interface LiveShadow {
  /** Paints the shadow and the subject over a background that is already painted. */
  readonly paint: (context: CanvasRenderingContext2D, rect: CanvasRect, light: Light) => void;
}

/** Prepares the subject of a result for a drag. */
export function createLiveShadow({ cutout, image, toResult, result, ground, view }: LiveShadowOptions): LiveShadow {
  const draw = (sidePx: number) => {
    const scale = Math.min(1, sidePx / Math.max(result.widthPx, result.heightPx));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(result.widthPx * scale));
    canvas.height = Math.max(1, Math.round(result.heightPx * scale));
    const context = canvas.getContext('2d', { willReadFrequently: sidePx === shadowSidePx });
    context?.scale(canvas.width / result.widthPx, canvas.height / result.heightPx);
    if (context) paintPlaced(context, cutout, image, toResult, scale);
    return { canvas, context };
  };
  const subject = draw(subjectSidePx);
  if (subject.context && view) {
    // The view shows the subject in the light of the background, and the cutout stencils it out.
    subject.context.globalCompositeOperation = 'source-in';
    subject.context.drawImage(view.bitmap, 0, 0, result.widthPx, result.heightPx);
  }
  const small = draw(shadowSidePx);
  const { width: widthPx, height: heightPx } = small.canvas;
  const shape = shapeOf(small.context?.getImageData(0, 0, widthPx, heightPx).data, widthPx, heightPx);
  small.context?.resetTransform();
  const pixels = new ImageData(widthPx, heightPx);
  return {
    paint(context, { x, y, width, height }, light) {
      const left = lightLeft(shape, light, ground);
      if (left) {
        for (let at = 0; at < left.data.length; at += 1) {
          // The canvas blends encoded values, so that the share of light is encoded as well.
          pixels.data[at * 4 + 3] = 255 * (1 - (left.data[at] ?? 1) ** (1 / 2.2));
        }
        small.context?.putImageData(pixels, 0, 0);
        context.imageSmoothingEnabled = true;
        context.drawImage(small.canvas, x, y, width, height);
      }
      context.drawImage(subject.canvas, x, y, width, height);
    },
  };
}

function shapeOf(rgba: Uint8ClampedArray | undefined, widthPx: number, heightPx: number) {
  const data = new Float32Array(widthPx * heightPx);
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    const share = (rgba?.[at * 4 + 3] ?? 0) / 255;
    data[at] = share;
    if (share < 0.5) continue;
    const x = at % widthPx;
    const y = (at - x) / widthPx;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + 1);
    bottom = y + 1;
  }
  return { widthPx, heightPx, data, bounds: left < right ? { left, top, right, bottom } : undefined };
}
