import type { Size } from './pixels.ts';

/** A click as a person would make it. */
export interface Click {
  readonly xPx: number;
  readonly yPx: number;
  readonly keep: boolean;
  /** Distance from the fault's edge, in px. */
  readonly depthPx: number;
}

/**
 * Returns the click that a person would make next: in the middle of the thickest fault. It keeps what is missing, or
 * leaves out what is too much.
 * @param truth,result one byte per pixel, 1 for the subject.
 * @returns undefined when nothing is wrong.
 * @see Mahadevan et al. 2018, "Iteratively trained interactive segmentation", for the same rule
 */
export function nextClick(truth: Uint8Array, result: Uint8Array, size: Size): Click | undefined {
  const missing = thickest(
    Uint8Array.from(truth, (is, at) => Number(is === 1 && result[at] === 0)),
    size,
  );
  const extra = thickest(
    Uint8Array.from(result, (is, at) => Number(is === 1 && truth[at] === 0)),
    size,
  );
  const keep = missing.depthPx >= extra.depthPx;
  const { at, depthPx } = keep ? missing : extra;
  if (depthPx === 0) return undefined;
  return { xPx: (at % size.widthPx) + 0.5, yPx: Math.floor(at / size.widthPx) + 0.5, keep, depthPx };
}

/** Returns the member that is farthest from everything that is none, by steps of 1 and 1.4 px. */
function thickest(members: Uint8Array, { widthPx, heightPx }: Size): { readonly at: number; readonly depthPx: number } {
  const depths = new Float32Array(members.length);
  const depthAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? 0 : (depths[y * widthPx + x] ?? 0);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (members[at] === 0) continue;
      const beside = Math.min(depthAt(x - 1, y), depthAt(x, y - 1)) + 1;
      depths[at] = Math.min(beside, depthAt(x - 1, y - 1) + 1.4, depthAt(x + 1, y - 1) + 1.4);
    }
  }
  let best = { at: 0, depthPx: 0 };
  for (let y = heightPx - 1, at = members.length - 1; y >= 0; y -= 1) {
    for (let x = widthPx - 1; x >= 0; x -= 1, at -= 1) {
      if (members[at] === 0) continue;
      const beside = Math.min(depthAt(x + 1, y), depthAt(x, y + 1)) + 1;
      const depthPx = Math.min(depths[at] ?? 0, beside, depthAt(x + 1, y + 1) + 1.4, depthAt(x - 1, y + 1) + 1.4);
      depths[at] = depthPx;
      if (depthPx > best.depthPx) best = { at, depthPx };
    }
  }
  return best;
}
