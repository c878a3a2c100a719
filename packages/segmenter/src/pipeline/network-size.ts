import type { Size } from '../api/size.ts';

/**
 * The network halves a picture six times. At multiples of this every half is whole, and the layers that are brought
 * together again lie exactly on one another; at other sizes its edges were seen to be a tenth worse.
 */
const stepPx = 64;

/** Sizes below this share of the allowed area are not considered. */
const minShare = 0.8;

/** What a whole of unused area counts against a distortion of the aspect. */
const areaWeight = 0.1;

/** A strip narrower than this share of its length is widened: the network cannot see shapes in a few pixels. */
const minAspect = 1 / 4;

/**
 * The size at which a network that takes any sees a picture: about as many pixels as the square of `longSidePx`, the
 * picture's aspect kept as well as steps of 64 allow. A small picture is enlarged: the network was trained on large ones.
 */
export function networkSize(picture: Size, longSidePx: number): Size {
  const most = longSidePx ** 2;
  const aspect = Math.min(Math.max(picture.widthPx / picture.heightPx, minAspect), 1 / minAspect);
  let best: Size = { widthPx: longSidePx, heightPx: longSidePx };
  let least = Infinity;
  for (let widthPx = stepPx; widthPx * stepPx <= most; widthPx += stepPx) {
    for (let heightPx = stepPx; widthPx * heightPx <= most; heightPx += stepPx) {
      const share = (widthPx * heightPx) / most;
      const loss = Math.abs(Math.log(widthPx / heightPx / aspect)) + areaWeight * (1 - share);
      if (share < minShare || loss >= least) continue;
      best = { widthPx, heightPx };
      least = loss;
    }
  }
  return best;
}
