import type { BeforeWrite, ReadPixels } from './define-edit.ts';
import { flood, Queue, spread } from './flood.ts';
import { readOklab } from '../color/oklab.ts';
import { emptyRect, grown, isEmpty, type Rect, rectWithin, type Size } from '../geometry/rect.ts';

/** A hole that would take more of the image than this was not intended. */
const maxShare = 0.25;
/** The first part of the image that is read; twice as far each time the hole reaches its edge. */
const firstReachPx = 256;
/** The colours that count at first lie so near to the clicked pixel … */
const seedReachPx = 3;
/** … and are so much like that pixel's own, in OKLab: what else is there is across an edge. */
const seedDistance = 0.1;
/** A colour belongs to the hole up to so many standard deviations from its mean. */
const deviations = 2.5;
/** From an even surface with the camera's noise to a rough one, each way in OKLab. */
const [minLightness, maxLightness, minColor, maxColor] = [0.012, 0.05, 0.006, 0.025];
/** An edge is a step of this much between a pixel's two neighbours, or of so many times what is usual there. */
const [minEdge, edgeFactor] = [0.06, 3];
/** The subject's pixels, and how far the hole goes on into what is softer or lies on an edge. */
const [minSubject, edgeReachPx] = [128, 3];
/** Specks so many px to either side of their middle are taken along. */
const speckPx = 2;
/** The soft rim. */
const rimPx = 2;

const [none, atEdge, inside] = [0, 1, 2];

interface Likeness {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/**
 * Makes background that shows through the subject transparent: the region connected with a pixel that is similar in colour,
 * without an edge between. Its colours are measured first around the pixel, and then once more over the whole region.
 * @returns where the matte was written: empty where the click is not on the subject, or where the hole would be too large.
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

/** Whether it comes to an edge of the part that is no edge of the image, or so near that its rim would. */
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
  /** In the part's px, and so is all of this. */
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
    // The clicked pixel counts in any case.
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
  // Some thousands of pixels are a sample of a large area that is as good as all of its pixels.
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

/** How much the pixels there, of those that are like the seed, differ from their next but one. */
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

/** Which of the subject's pixels have the colour, and which of those lie on an edge. */
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
  // Closing removes pixels only at the plane's border, where there are none beyond it.
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

/** Every pixel's square of `2 × speckPx + 1` px: set where one in it is. */
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

/** @returns 9 in there, and outside of it a rim two pixels wide that falls by thirds: 3 of 9, then 1 or less. */
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
