import type { BeforeWrite, ReadPixels } from './define-edit.ts';
import { flood, Queue, spread } from './flood.ts';
import { readOklab } from '../color/oklab.ts';
import { emptyRect, grown, isEmpty, type Rect, rectWithin, type Size } from '../geometry/rect.ts';

/** Largest share of the image that a hole may have. A larger hole was not intended. */
const maxShare = 0.25;
/**
 * Reach of the part of the image that is read first, in px. It is doubled each time the hole reaches the part's edge.
 */
const firstReachPx = 256;
/** Reach around the clicked pixel within which the hole's colours are measured first, in px. */
const seedReachPx = 3;
/** Largest distance of these colours from the clicked pixel's colour, in OKLab. Others lie across an edge. */
const seedDistance = 0.1;
/** Number of standard deviations from the mean within which a colour belongs to the hole. */
const deviations = 2.5;
/** Bounds of the standard deviations in OKLab, from an even surface with camera noise to a rough one. */
const [minLightness, maxLightness, minColor, maxColor] = [0.012, 0.05, 0.006, 0.025];
/**
 * Step between a pixel's two neighbours that makes an edge, in OKLab: at least `minEdge`, and `edgeFactor` times the
 * usual step there.
 */
const [minEdge, edgeFactor] = [0.06, 3];
/**
 * Lowest alpha of the subject's pixels, and the distance by which the hole extends into softer pixels and edges, in px.
 */
const [minSubject, edgeReachPx] = [128, 3];
/** Half the width of the specks that are included in the hole, in px. */
const speckPx = 2;
/** Width of the soft rim, in px. */
const rimPx = 2;

const [none, atEdge, inside] = [0, 1, 2];

interface Likeness {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/**
 * Makes background that shows through the subject transparent: the region of similar colour that is connected with a
 * pixel, without an edge between. The colours are measured first around the pixel, and then again over the whole
 * region.
 * @returns the rectangle that was written; empty when the click is not on the subject, or when the hole would be too
 *   large.
 * @see Ibáñez et al. 2005, "The ITK Software Guide", on confidence-connected region growing
 */
export async function openHole(
  matte: Uint8ClampedArray,
  size: Size,
  x: number,
  y: number,
  readPixels: ReadPixels,
  beforeWrite: BeforeWrite,
): Promise<Rect> {
  if ((matte[y * size.widthPx + x] ?? 0) < minSubject) return emptyRect;
  const maxCount = size.widthPx * size.heightPx * maxShare;
  for (let reach = firstReachPx; ; reach *= 2) {
    const part = rectWithin(x - reach, y - reach, x + reach + 1, y + reach + 1, size);
    const hole = findHole(await readPixels(part), matte, size, part, x - part.x, y - part.y, maxCount);
    if (hole.count > maxCount) return emptyRect;
    const isWhole = part.widthPx === size.widthPx && part.heightPx === size.heightPx;
    if (isWhole || !reachesOn(hole.rect, part, size)) {
      if (hole.count === 0) return emptyRect;
      return cutOut(matte, size, part, hole, beforeWrite);
    }
  }
}

/**
 * Checks whether the hole may continue outside of the part: it reaches an edge of the part that is no edge of the
 * image, or comes so near that its rim would.
 */
function reachesOn(hole: Rect, part: Rect, size: Size): boolean {
  const near = edgeReachPx + speckPx + rimPx;
  if (isEmpty(hole)) return false;
  return (
    (hole.x < near && part.x > 0) ||
    (hole.y < near && part.y > 0) ||
    (hole.x + hole.widthPx > part.widthPx - near && part.x + part.widthPx < size.widthPx) ||
    (hole.y + hole.heightPx > part.heightPx - near && part.y + part.heightPx < size.heightPx)
  );
}

interface Hole {
  /** Bounding box of the hole. All fields are in px of the part. */
  readonly rect: Rect;
  readonly count: number;
  readonly labels: Uint8Array;
  readonly candidates: Uint8Array;
}

function findHole(
  pixels: Uint8ClampedArray,
  matte: Uint8ClampedArray,
  size: Size,
  part: Rect,
  x: number,
  y: number,
  maxCount: number,
): Hole {
  const near = rectWithin(x - seedReachPx, y - seedReachPx, x + seedReachPx + 1, y + seedReachPx + 1, part);
  const seed = new Float32Array(3);
  readOklab(pixels, y * part.widthPx + x, 1, seed);
  const first = likenessOf(pixels, part, near, (color) => distance(color, seed) <= seedDistance);
  if (!first) return { rect: emptyRect, count: 0, labels: new Uint8Array(0), candidates: new Uint8Array(0) };
  const edge = Math.max(minEdge, edgeFactor * usualStep(pixels, part, near, seed));

  const grow = (likeness: Likeness): Hole => {
    const candidates = candidatesOf(pixels, matte, size, part, likeness, edge);
    // The clicked pixel belongs to the hole in any case.
    candidates[y * part.widthPx + x] = inside;
    const labels = new Uint8Array(candidates.length);
    const field = { values: candidates, low: inside, high: inside, labels, label: 1, byCorners: false };
    return { ...flood(field, part, x, y), labels, candidates };
  };
  const hole = grow(first);
  return hole.count > maxCount
    ? hole
    : grow(likenessOf(pixels, part, hole.rect, (_, at) => hole.labels[at] === 1) ?? first);
}

function distance(one: Float32Array, other: Float32Array): number {
  return Math.hypot((one[0] ?? 0) - (other[0] ?? 0), (one[1] ?? 0) - (other[1] ?? 0), (one[2] ?? 0) - (other[2] ?? 0));
}

function likenessOf(
  pixels: Uint8ClampedArray,
  part: Size,
  where: Rect,
  counts: (color: Float32Array, at: number) => boolean,
): Likeness | undefined {
  const color = new Float32Array(3);
  let [count, l, a, b, ll, aa, bb] = [0, 0, 0, 0, 0, 0, 0];
  // Some thousands of pixels are as good a sample of a large area as all of its pixels.
  const stride = Math.max(1, Math.floor(Math.sqrt((where.widthPx * where.heightPx) / 40_000)));
  for (let row = where.y; row < where.y + where.heightPx; row += stride) {
    for (let column = where.x; column < where.x + where.widthPx; column += stride) {
      const at = row * part.widthPx + column;
      readOklab(pixels, at, 1, color);
      if (!counts(color, at)) continue;
      const [lightness = 0, one = 0, two = 0] = color;
      count += 1;
      l += lightness;
      a += one;
      b += two;
      ll += lightness * lightness;
      aa += one * one;
      bb += two * two;
    }
  }
  if (count === 0) return undefined;
  const within = (sum: number, squares: number, least: number, most: number) => {
    const variance = squares / count - (sum / count) ** 2;
    return Math.min(most, Math.max(least, Math.sqrt(Math.max(0, variance))));
  };
  return {
    mean: [l / count, a / count, b / count],
    deviation: [
      within(l, ll, minLightness, maxLightness),
      within(a, aa, minColor, maxColor),
      within(b, bb, minColor, maxColor),
    ],
  };
}

/** Returns the mean difference between pixels two columns apart, of those whose colours are similar to the seed's. */
function usualStep(pixels: Uint8ClampedArray, part: Size, { x, y, widthPx, heightPx }: Rect, seed: Float32Array) {
  const [here, there] = [new Float32Array(3), new Float32Array(3)];
  let [sum, count] = [0, 0];
  for (let row = y; row < y + heightPx; row += 1) {
    for (let column = x; column + 2 < x + widthPx; column += 1) {
      readOklab(pixels, row * part.widthPx + column, 1, here);
      readOklab(pixels, row * part.widthPx + column + 2, 1, there);
      if (distance(here, seed) > seedDistance || distance(there, seed) > seedDistance) continue;
      sum += distance(here, there);
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Marks the subject's pixels that have the colour of the hole, and those of them that lie on an edge. */
function candidatesOf(
  pixels: Uint8ClampedArray,
  matte: Uint8ClampedArray,
  size: Size,
  part: Rect,
  { mean: [meanL, meanA, meanB], deviation: [deviationL, deviationA, deviationB] }: Likeness,
  edge: number,
): Uint8Array {
  const { widthPx, heightPx } = part;
  const candidates = new Uint8Array(widthPx * heightPx);
  const [scaleL, scaleA, scaleB] = [
    1 / (deviations * deviationL),
    1 / (deviations * deviationA),
    1 / (deviations * deviationB),
  ];
  const maxStep = edge * edge;
  let [above, row, below] = [0, 1, 2].map(() => new Float32Array(widthPx * 3)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  readOklab(pixels, 0, widthPx, row);
  above.set(row);
  for (let y = 0; y < heightPx; y += 1) {
    readOklab(pixels, Math.min(heightPx - 1, y + 1) * widthPx, widthPx, below);
    const inMatte = (part.y + y) * size.widthPx + part.x;
    for (let x = 0; x < widthPx; x += 1) {
      const alpha = matte[inMatte + x] ?? 0;
      if (alpha === 0) continue;
      const at = x * 3;
      const l = ((row[at] ?? 0) - meanL) * scaleL;
      const a = ((row[at + 1] ?? 0) - meanA) * scaleA;
      const b = ((row[at + 2] ?? 0) - meanB) * scaleB;
      if (l * l + a * a + b * b > 1) continue;
      const left = Math.max(0, at - 3);
      const right = Math.min(widthPx * 3 - 3, at + 3);
      const isEdge =
        alpha < minSubject ||
        squaredStep(row, left, row, right) > maxStep ||
        squaredStep(above, at, below, at) > maxStep;
      candidates[y * widthPx + x] = isEdge ? atEdge : inside;
    }
    [above, row, below] = [row, below, above];
  }
  return candidates;
}

function squaredStep(one: Float32Array, from: number, other: Float32Array, to: number): number {
  const l = (one[from] ?? 0) - (other[to] ?? 0);
  const a = (one[from + 1] ?? 0) - (other[to + 1] ?? 0);
  const b = (one[from + 2] ?? 0) - (other[to + 2] ?? 0);
  return l * l + a * a + b * b;
}

function cutOut(matte: Uint8ClampedArray, size: Size, part: Rect, hole: Hole, beforeWrite: BeforeWrite): Rect {
  const { labels, candidates } = hole;
  const queue = new Queue();
  for (let row = hole.rect.y; row < hole.rect.y + hole.rect.heightPx; row += 1) {
    const from = row * part.widthPx + hole.rect.x;
    for (let at = from; at < from + hole.rect.widthPx; at += 1) if (labels[at] === 1) queue.push(at);
  }
  spread(labels, part, queue, edgeReachPx, (at) => candidates[at] !== none);

  const where = grown(hole.rect, edgeReachPx + speckPx + rimPx, part);
  const bounds = { widthPx: where.widthPx, heightPx: where.heightPx };
  const plane = new Uint8Array(bounds.widthPx * bounds.heightPx);
  for (let row = 0; row < bounds.heightPx; row += 1) {
    const from = (where.y + row) * part.widthPx + where.x;
    plane.set(labels.subarray(from, from + bounds.widthPx), row * bounds.widthPx);
  }
  const closed = complement(widened(complement(widened(plane, bounds)), bounds));
  // The maximum ensures that closing removes no pixel of the hole.
  const cover = softened(
    closed.map((value, at) => Math.max(value, plane[at] ?? 0)),
    bounds,
  );

  const rect = { ...bounds, x: part.x + where.x, y: part.y + where.y };
  beforeWrite(rect);
  for (let row = 0, from = 0; row < bounds.heightPx; row += 1) {
    let at = (rect.y + row) * size.widthPx + rect.x;
    for (let column = 0; column < bounds.widthPx; column += 1, from += 1, at += 1) {
      const covered = cover[from] ?? 0;
      if (covered > 0) matte[at] = ((matte[at] ?? 0) * (9 - covered)) / 9;
    }
  }
  return rect;
}

const complement = (plane: Uint8Array) => plane.map((value) => 1 - value);

/** Dilates a plane by a square of `2 × speckPx + 1` px. */
function widened(plane: Uint8Array, { widthPx, heightPx }: Size): Uint8Array {
  const across = new Uint8Array(plane.length);
  const result = new Uint8Array(plane.length);
  for (let row = 0; row < heightPx; row += 1) {
    const base = row * widthPx;
    for (let column = 0; column < widthPx; column += 1) {
      if (plane[base + column] !== 1) continue;
      across.fill(1, base + Math.max(0, column - speckPx), base + Math.min(widthPx, column + speckPx + 1));
    }
  }
  for (let row = 0; row < heightPx; row += 1) {
    const [first, last] = [Math.max(0, row - speckPx), Math.min(heightPx - 1, row + speckPx)];
    for (let near = first; near <= last; near += 1) {
      for (let column = 0; column < widthPx; column += 1) {
        const at = row * widthPx + column;
        result[at] = (result[at] ?? 0) | (across[near * widthPx + column] ?? 0);
      }
    }
  }
  return result;
}

/**
 * Softens a plane to values of 0…9: 9 for set pixels, and a rim two pixels wide outside of them, with values of 3 and 1
 * along a straight edge.
 */
function softened(plane: Uint8Array, { widthPx, heightPx }: Size): Uint8Array {
  const result = new Uint8Array(plane.length);
  const across = new Uint8Array(plane.length);
  const weights = [1, 2, 3, 2, 1];
  for (let row = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      let sum = 0;
      for (let by = -rimPx; by <= rimPx; by += 1) {
        const near = Math.min(widthPx - 1, Math.max(0, column + by));
        sum += (plane[row * widthPx + near] ?? 0) * (weights[by + rimPx] ?? 0);
      }
      across[row * widthPx + column] = sum;
    }
  }
  for (let row = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      const at = row * widthPx + column;
      if (plane[at] === 1) {
        result[at] = 9;
        continue;
      }
      let sum = 0;
      for (let by = -rimPx; by <= rimPx; by += 1) {
        const near = Math.min(heightPx - 1, Math.max(0, row + by));
        sum += (across[near * widthPx + column] ?? 0) * (weights[by + rimPx] ?? 0);
      }
      result[at] = Math.round(sum / 9);
    }
  }
  return result;
}
