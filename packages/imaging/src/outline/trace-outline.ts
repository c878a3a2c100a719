export interface OutlineMatte {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** x and y of each corner in turn, in px of the matte. The path is closed: its last corner leads to the first. */
export type OutlinePath = Float32Array;

/** Longest side of the grid to which a larger matte is reduced. It is fine enough for a line on a screen. */
const longestSidePx = 1024;
/** Largest distance of the line from the true contour, in px of the grid. */
const tolerance = 0.35;

/**
 * Traces the contours of a matte as a line for a screen. Outer contours run clockwise on the screen, holes counterclockwise.
 * @param threshold smallest value that is inside, 1–255.
 * @see Douglas and Peucker 1973, for fewer corners
 * @example
 * const paths = traceOutline(matte);
 */
export function traceOutline(matte: OutlineMatte, threshold = 128): readonly OutlinePath[] {
  const grid = reduce(matte, longestSidePx);
  return contoursOf(grid, threshold)
    .map((points) => simplify(points, tolerance * grid.step))
    .filter((path) => path.length >= 6);
}

/**
 * Traces the contours of a matte with a corner at every crossing of its grid, for curves that are fitted to them.
 * @param sidePx longest side of the grid to which a larger matte is reduced.
 * @returns x and y of each corner in turn, in px of the matte.
 */
export function traceContours(matte: OutlineMatte, sidePx: number): readonly (readonly number[])[] {
  return contoursOf(reduce(matte, sidePx), 128);
}

/** @see Lorensen and Cline 1987, "Marching Cubes", in two dimensions */
function contoursOf(grid: Grid, threshold: number): number[][] {
  const next = march(grid, threshold);
  const contours: number[][] = [];
  for (let start = 0; start < next.length; start += 1) {
    if ((next[start] ?? -1) < 0) continue;
    const points: number[] = [];
    for (let edge = start; ;) {
      pushCrossing(points, edge, grid, threshold);
      const following = next[edge] ?? -1;
      next[edge] = -1;
      if (following < 0 || following === start) break;
      edge = following;
    }
    contours.push(points);
  }
  return contours;
}

/** Matte with one sample per `step × step` px. An empty ring around the samples closes every contour. */
interface Grid {
  readonly data: Uint8Array;
  readonly width: number;
  readonly step: number;
  readonly matte: OutlineMatte;
}

function reduce(matte: OutlineMatte, sidePx: number): Grid {
  const { data: from, widthPx, heightPx } = matte;
  const step = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / sidePx));
  const [columns, rows] = [Math.ceil(widthPx / step), Math.ceil(heightPx / step)];
  const width = columns + 2;
  const data = new Uint8Array(width * (rows + 2));
  // Four px of each square are read, halfway between its middle and its corners. Reading all px would be noticeably slow.
  const [near, far] = [Math.floor(step / 4), Math.floor((step * 3) / 4)];
  const [lastX, lastY] = [widthPx - 1, heightPx - 1];
  for (let row = 0; row < rows; row += 1) {
    const upper = Math.min(lastY, row * step + near) * widthPx;
    const lower = Math.min(lastY, row * step + far) * widthPx;
    for (let column = 0; column < columns; column += 1) {
      const left = Math.min(lastX, column * step + near);
      const right = Math.min(lastX, column * step + far);
      const sum =
        (from[upper + left] ?? 0) + (from[upper + right] ?? 0) + (from[lower + left] ?? 0) + (from[lower + right] ?? 0);
      data[(row + 1) * width + column + 1] = (sum + 2) >> 2;
    }
  }
  return { data, width, step, matte };
}

/**
 * Marches over the edges between neighbouring samples. Each sample has two edges: `2i` to its right neighbour, `2i + 1`
 * to the one below.
 * @returns for each edge that a contour crosses, the edge that it crosses next, with the inside on its right; −1 for
 *   the other edges.
 */
function march({ data, width }: Grid, threshold: number): Int32Array {
  const next = new Int32Array(data.length * 2).fill(-1);
  const height = data.length / width;
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0; x < width - 1; x += 1) {
      const at = y * width + x;
      const a = data[at] ?? 0;
      const b = data[at + 1] ?? 0;
      const c = data[at + width + 1] ?? 0;
      const d = data[at + width] ?? 0;
      const inside =
        (a >= threshold ? 8 : 0) | (b >= threshold ? 4 : 0) | (c >= threshold ? 2 : 0) | (d >= threshold ? 1 : 0);
      if (inside === 0 || inside === 15) continue;
      const [top, right, bottom, left] = [2 * at, 2 * at + 3, 2 * (at + width), 2 * at + 1];
      // Two diagonally opposite corners are connected if the mean of the four is inside.
      const joined = a + b + c + d >= 4 * threshold;
      switch (inside) {
        case 8:
          next[top] = left;
          break;
        case 4:
          next[right] = top;
          break;
        case 2:
          next[bottom] = right;
          break;
        case 1:
          next[left] = bottom;
          break;
        case 7:
          next[left] = top;
          break;
        case 11:
          next[top] = right;
          break;
        case 13:
          next[right] = bottom;
          break;
        case 14:
          next[bottom] = left;
          break;
        case 12:
          next[right] = left;
          break;
        case 3:
          next[left] = right;
          break;
        case 9:
          next[top] = bottom;
          break;
        case 6:
          next[bottom] = top;
          break;
        case 10:
          next[top] = joined ? right : left;
          next[bottom] = joined ? left : right;
          break;
        default:
          next[right] = joined ? bottom : top;
          next[left] = joined ? top : bottom;
      }
    }
  }
  return next;
}

/** Adds the point where a contour crosses an edge, between the centres of two samples, never outside the matte. */
function pushCrossing(points: number[], edge: number, { data, width, step, matte }: Grid, threshold: number): void {
  const at = edge >> 1;
  const isDown = (edge & 1) === 1;
  const from = data[at] ?? 0;
  const to = data[at + (isDown ? width : 1)] ?? 0;
  // A value of exactly the threshold is inside, so the contour lies half a value below it.
  const share = (threshold - 0.5 - from) / (to - from);
  const x = ((at % width) - 0.5 + (isDown ? 0 : share)) * step;
  const y = (Math.floor(at / width) - 0.5 + (isDown ? share : 0)) * step;
  points.push(Math.min(matte.widthPx, Math.max(0, x)), Math.min(matte.heightPx, Math.max(0, y)));
}

/** Removes corners as long as the line stays within the tolerance. */
function simplify(points: readonly number[], tolerancePx: number): OutlinePath {
  const count = points.length / 2;
  if (count < 3) return new Float32Array();
  const kept = new Uint8Array(count);
  const far = farthestFrom(points, 0);
  kept[0] = 1;
  kept[far] = 1;
  // The second span runs from the far corner back to the first one, whose index at its end is `count`.
  const open: [number, number][] = [
    [0, far],
    [far, count],
  ];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [ax, ay] = [points[2 * from] ?? 0, points[2 * from + 1] ?? 0];
    const [bx, by] = [points[2 * (to % count)] ?? 0, points[2 * (to % count) + 1] ?? 0];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    let [worst, worstAt] = [tolerancePx, -1];
    for (let at = from + 1; at < to; at += 1) {
      const [px, py] = [(points[2 * at] ?? 0) - ax, (points[2 * at + 1] ?? 0) - ay];
      const distance = Math.abs(px * (by - ay) - py * (bx - ax)) / length;
      if (distance > worst) [worst, worstAt] = [distance, at];
    }
    if (worstAt < 0) continue;
    kept[worstAt] = 1;
    open.push([from, worstAt], [worstAt, to]);
  }
  return Float32Array.from(points.filter((_, index) => kept[index >> 1] === 1));
}

function farthestFrom(points: readonly number[], first: number): number {
  const [x, y] = [points[2 * first] ?? 0, points[2 * first + 1] ?? 0];
  let [farthest, farthestAt] = [-1, 0];
  for (let at = 0; at < points.length / 2; at += 1) {
    const distance = Math.hypot((points[2 * at] ?? 0) - x, (points[2 * at + 1] ?? 0) - y);
    if (distance > farthest) [farthest, farthestAt] = [distance, at];
  }
  return farthestAt;
}
