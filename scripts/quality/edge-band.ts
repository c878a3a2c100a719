import { boundaryOf } from './boundary-f.ts';
import type { AlphaPlane } from './pixels.ts';
import { widen } from './widen.ts';

const radiusPx = 10;

/**
 * Returns the band in which a viewer sees the quality of a cutout: 1 for each pixel within 10 px of one that is partly
 * subject, 0 < α* < 1, or of the boundary where alpha jumps.
 */
export function edgeBand(truth: AlphaPlane): Uint8Array<ArrayBuffer> {
  const edge = boundaryOf(truth);
  truth.data.forEach((alpha, pixel) => {
    if (alpha > 0 && alpha < 1) edge[pixel] = 1;
  });
  return widen(edge, truth, radiusPx);
}
