import type { Size } from '../geometry/rect.ts';
import { createResampler, type RowSource, tapsOf } from '../resample/create-resampler.ts';
import type { BackgroundRows } from './define-background-source.ts';

/** Rectangle that an image is drawn into, in px of the result. It may extend beyond the result's edges. */
export interface DrawnRect extends Size {
  readonly left: number;
  readonly top: number;
}

/** Placement of an image in a result. @see imageBackground */
export interface Fitting {
  readonly fit: 'cover' | 'contain';
  readonly scale: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

/** Calculates the rectangle of an image that covers the result or fits inside it, and is then scaled and moved. */
export function drawnRectOf(image: Size, result: Size, { fit, scale, offsetX, offsetY }: Fitting): DrawnRect {
  const scales = [result.widthPx / image.widthPx, result.heightPx / image.heightPx];
  const drawn = scale * (fit === 'cover' ? Math.max(...scales) : Math.min(...scales));
  const [widthPx, heightPx] = [image.widthPx * drawn, image.heightPx * drawn];
  return {
    left: (result.widthPx - widthPx) / 2 + offsetX * result.widthPx,
    top: (result.heightPx - heightPx) / 2 + offsetY * result.heightPx,
    widthPx,
    heightPx,
  };
}

/**
 * Draws an image on white, resampled in linear light. A canvas would blend encoded values instead, which darkens fine
 * patterns of light and dark.
 * @param source three values in linear light for each pixel.
 */
export function drawnOnWhite(source: RowSource, drawn: DrawnRect, result: Size): BackgroundRows {
  const across = tapsOf(axisOf(source.widthPx, drawn.left, drawn.widthPx, result.widthPx), 'cubic');
  const down = tapsOf(axisOf(source.heightPx, drawn.top, drawn.heightPx, result.heightPx), 'cubic');
  const readResampled = createResampler(source, 3, across, down);
  return {
    readRow(row, into) {
      const covered = down.coverage[row] ?? 0;
      if (!readResampled(row, into)) into.fill(0);
      for (let x = 0, at = 0; x < result.widthPx; x += 1) {
        const share = covered * (across.coverage[x] ?? 0);
        for (let channel = 0; channel < 3; channel += 1, at += 1) {
          // The cubic overshoots at edges between dark and bright.
          const light = Math.min(1, Math.max(0, into[at] ?? 0));
          into[at] = share === 1 ? light : 1 + (light - 1) * share;
        }
      }
    },
  };
}

function axisOf(sourcePx: number, start: number, drawnPx: number, resultPx: number) {
  const perPx = sourcePx / drawnPx;
  return { sourcePx, resultPx, perPx, offset: -start * perPx };
}
