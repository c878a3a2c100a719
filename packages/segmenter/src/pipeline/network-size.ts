import type { Size } from '../api/size.ts';

/** How large a picture the network may see. */
export interface SizeLimits {
  /** A square of this side has the most pixels. */
  readonly sidePx: number;
  /** Of a picture that is no square. */
  readonly longSidePx: number;
}

/**
 * The network halves a picture six times. At multiples of this every half is whole, and the layers that are brought
 * together again lie exactly on one another; at other sizes its edges were seen to be a tenth worse.
 */
const stepPx = 64;

/**
 * All pictures that the network was trained on were squashed to squares, and it sees most in squares: on 40 pictures with
 * exact alpha, a square of 0.8 megapixels has 7 % less error than 0.9 megapixels in the picture's own aspect. A picture that
 * is longer than twice its width is squashed by this much, and no more.
 */
const maxSquash = 2;

/** A strip narrower than this share of its length is widened: the network cannot see shapes in a few pixels. */
const minShape = 1 / 4;

/** What a whole of unused area counts against a distortion of the shape. */
const areaWeight = 0.2;

/**
 * The size at which a network that takes any sees a picture: a square for most. A small picture is enlarged: the network
 * was trained on large ones.
 */
export function networkSize(picture: Size, { sidePx, longSidePx }: SizeLimits): Size {
  const shape = shapeOf(picture.widthPx / picture.heightPx);
  let best: Size = { widthPx: sidePx, heightPx: sidePx };
  let minLoss = Infinity;
  for (let widthPx = stepPx; widthPx <= longSidePx; widthPx += stepPx) {
    for (let heightPx = stepPx; heightPx <= longSidePx; heightPx += stepPx) {
      const share = (widthPx * heightPx) / sidePx ** 2;
      const loss = Math.abs(Math.log(widthPx / heightPx / shape)) + areaWeight * (1 - share);
      if (share > 1 || loss >= minLoss) continue;
      best = { widthPx, heightPx };
      minLoss = loss;
    }
  }
  return best;
}

/** @returns width ÷ height in which a picture of such an aspect is seen. */
function shapeOf(aspect: number): number {
  if (aspect < 1) return 1 / shapeOf(1 / aspect);
  return Math.min(Math.max(aspect / maxSquash, 1), 1 / minShape);
}
