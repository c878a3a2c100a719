const passes = 3;

/** A box filter with an exact variance: its two end pixels count in part. */
interface Box {
  /** Number of whole pixels on either side of the middle. */
  readonly half: number;
  /** Weight of the next pixel on either side, 0…1. */
  readonly end: number;
}

function boxOf(sigmaPx: number): Box {
  const variance = sigmaPx ** 2 / passes;
  const half = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  const end = ((2 * half + 1) * (3 * variance - half * (half + 1))) / (6 * ((half + 1) ** 2 - variance));
  return { half, end };
}

/** Returns the distance within which other pixels affect a pixel, in px. */
export function featherReach(sigmaPx: number): number {
  return sigmaPx === 0 ? 0 : passes * (boxOf(sigmaPx).half + 1);
}

/**
 * Softens a plane as a Gaussian does, by three boxes one after the other, each with exactly a third of the variance.
 * @param plane row by row; written in place. Its border pixels are repeated outside of it.
 * @see Gwosdek et al. 2011, "Theoretical Foundations of Gaussian Convolution by Extended Box Filtering"
 */
export function featherEdge(plane: Float32Array, widthPx: number, heightPx: number, sigmaPx: number): void {
  if (sigmaPx === 0) return;
  const box = boxOf(sigmaPx);
  const turned = new Float32Array(plane.length);
  blurTurned(plane, turned, widthPx, heightPx, box);
  blurTurned(turned, plane, heightPx, widthPx, box);
}

/** Blurs every row and writes it as a column, so that both directions read along the memory. */
function blurTurned(from: Float32Array, into: Float32Array, widthPx: number, heightPx: number, box: Box): void {
  const margin = passes * (box.half + 1);
  let row = new Float32Array(widthPx + 2 * margin);
  let next = new Float32Array(row.length);
  for (let y = 0; y < heightPx; y += 1) {
    const start = y * widthPx;
    row.set(from.subarray(start, start + widthPx), margin);
    row.fill(from[start] ?? 0, 0, margin);
    row.fill(from[start + widthPx - 1] ?? 0, margin + widthPx, row.length);
    for (let pass = 1; pass <= passes; pass += 1) {
      blurRow(row, next, pass * (box.half + 1), box);
      [row, next] = [next, row];
    }
    for (let x = 0, to = y; x < widthPx; x += 1, to += heightPx) into[to] = row[margin + x] ?? 0;
  }
}

/**
 * Blurs one row by a box.
 * @param margin number of values to leave out at either end, where the box would reach beyond the row.
 */
function blurRow(from: Float32Array, into: Float32Array, margin: number, { half, end }: Box): void {
  const share = 1 / (2 * half + 1 + 2 * end);
  let sum = 0;
  for (let at = margin - half; at <= margin + half; at += 1) sum += from[at] ?? 0;
  for (let at = margin; at < from.length - margin; at += 1) {
    const before = from[at - half - 1] ?? 0;
    const after = from[at + half + 1] ?? 0;
    into[at] = (sum + end * (before + after)) * share;
    sum += after - (from[at - half] ?? 0);
  }
}
