import type { Size } from '../geometry/rect.ts';

/** Half the side of a patch without its centre, in px: patches of 7 × 7 px. */
export const reachPx = 3;
/** Number of values of each pixel: OKLab, multiplied by alpha, and alpha. */
export const channels = 4;

/** Part that a pixel plays in a filling. */
export const role = {
  /** Its values are known, and patches may be copied from it. */
  source: 0,
  /** Its values are known, but it is neither copied nor compared. */
  foreign: 1,
  /** Its values are searched for. */
  hole: 2,
} as const;

/** One level of the pyramid of a filling. */
export interface FillLevel extends Size {
  /** `channels` values for each pixel. Those of the hole are replaced while it is filled. */
  readonly values: Float32Array;
  /** `role` of each pixel. */
  readonly roles: Uint8Array;
  /** 1 where a whole patch of source pixels is centred. */
  readonly isSource: Uint8Array;
  /** Centres of all patches of which a part lies in the hole, in the order of the rows. */
  readonly targets: Int32Array;
  /** 1 for each target whose patch contains a foreign pixel. */
  readonly seesForeign: Uint8Array;
  /** Centre of the source patch that is most like the patch around each target; −1 elsewhere. */
  readonly nearest: Int32Array;
  /** Sum of the squared differences of each target's patch from that of `nearest`. */
  readonly distance: Float32Array;
  /** Distance of each pixel of the hole from known pixels, in px; 0 outside of it. */
  readonly depth: Float32Array;
  /** Number of source patches. */
  readonly sourceCount: number;
  /** Largest value of `depth`. */
  readonly maxDepth: number;
}

/** Prepares one level. */
export function createLevel({ widthPx, heightPx }: Size, values: Float32Array, roles: Uint8Array): FillLevel {
  const size = { widthPx, heightPx };
  const { depth, maxDepth } = depthOf(roles, size);
  const isSource = new Uint8Array(roles.length);
  const targets: number[] = [];
  const seen: number[] = [];
  let sourceCount = 0;
  const holes = windowSums(roles, size, role.hole);
  const foreigners = windowSums(roles, size, role.foreign);
  for (let y = reachPx; y < heightPx - reachPx; y += 1) {
    for (let x = reachPx; x < widthPx - reachPx; x += 1) {
      const at = y * widthPx + x;
      if ((holes[at] ?? 0) > 0) {
        targets.push(at);
        seen.push((foreigners[at] ?? 0) > 0 ? 1 : 0);
      } else if ((foreigners[at] ?? 0) === 0) {
        isSource[at] = 1;
        sourceCount += 1;
      }
    }
  }
  return {
    ...size,
    values,
    roles,
    isSource,
    targets: Int32Array.from(targets),
    seesForeign: Uint8Array.from(seen),
    nearest: new Int32Array(roles.length).fill(-1),
    distance: new Float32Array(roles.length),
    depth,
    sourceCount,
    maxDepth,
  };
}

/**
 * Halves a level. A pixel of the hole's rim belongs to the hole, so that no unknown value enters a known one, and only
 * pixels of sources make a source.
 */
export function halved({ widthPx, heightPx, values, roles }: FillLevel): FillLevel {
  const size = { widthPx: Math.ceil(widthPx / 2), heightPx: Math.ceil(heightPx / 2) };
  const smallValues = new Float32Array(size.widthPx * size.heightPx * channels);
  const smallRoles = new Uint8Array(size.widthPx * size.heightPx);
  for (let y = 0, to = 0; y < size.heightPx; y += 1) {
    for (let x = 0; x < size.widthPx; x += 1, to += 1) {
      let highest: number = role.source;
      const [right, below] = [Math.min(widthPx - 1, 2 * x + 1), Math.min(heightPx - 1, 2 * y + 1)];
      for (const row of [2 * y, below]) {
        for (const column of [2 * x, right]) {
          const from = row * widthPx + column;
          highest = Math.max(highest, roles[from] ?? 0);
          for (let channel = 0; channel < channels; channel += 1) {
            const at = to * channels + channel;
            smallValues[at] = (smallValues[at] ?? 0) + (values[from * channels + channel] ?? 0) / 4;
          }
        }
      }
      smallRoles[to] = highest;
    }
  }
  return createLevel(size, smallValues, smallRoles);
}

/** Counts the pixels of a role in the patch around each pixel whose patch lies within the image. */
function windowSums(roles: Uint8Array, { widthPx, heightPx }: Size, counted: number): Uint8Array {
  const rows = new Uint8Array(roles.length);
  const sums = new Uint8Array(roles.length);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = reachPx; x < widthPx - reachPx; x += 1) {
      let count = 0;
      for (let dx = -reachPx; dx <= reachPx; dx += 1) if (roles[y * widthPx + x + dx] === counted) count += 1;
      rows[y * widthPx + x] = count;
    }
  }
  for (let y = reachPx; y < heightPx - reachPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      let count = 0;
      for (let dy = -reachPx; dy <= reachPx; dy += 1) count += rows[(y + dy) * widthPx + x] ?? 0;
      sums[y * widthPx + x] = count;
    }
  }
  return sums;
}

/** Measures the chamfer distance of each pixel of the hole from the nearest known pixel. */
function depthOf(roles: Uint8Array, { widthPx, heightPx }: Size): { depth: Float32Array; maxDepth: number } {
  const depth = new Float32Array(roles.length);
  const far = widthPx + heightPx;
  for (let at = 0; at < depth.length; at += 1) depth[at] = roles[at] === role.hole ? far : 0;
  const near = (x: number, y: number) =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? far : (depth[y * widthPx + x] ?? 0);
  const relax = (x: number, y: number, step: 1 | -1) => {
    const at = y * widthPx + x;
    const beside = Math.min(near(x - step, y), near(x, y - step)) + 1;
    const across = Math.min(near(x - step, y - step), near(x + step, y - step)) + Math.SQRT2;
    depth[at] = Math.min(depth[at] ?? 0, beside, across);
  };
  for (let y = 0; y < heightPx; y += 1) for (let x = 0; x < widthPx; x += 1) relax(x, y, 1);
  let maxDepth = 0;
  for (let y = heightPx - 1; y >= 0; y -= 1) {
    for (let x = widthPx - 1; x >= 0; x -= 1) {
      relax(x, y, -1);
      maxDepth = Math.max(maxDepth, depth[y * widthPx + x] ?? 0);
    }
  }
  return { depth, maxDepth };
}
