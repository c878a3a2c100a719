import type { Rect, Size } from '../geometry/rect.ts';
import type { Matte } from '../raster/raster.ts';
import { flood, Queue, spread } from './flood.ts';

/** One of several subjects of a matte that do not touch each other. */
export interface Subject {
  /** Rectangle around the subject, in px of the matte. */
  readonly rect: Rect;
  /** A place inside the subject, in px of the matte. */
  readonly x: number;
  readonly y: number;
}

export interface Subjects {
  /** The subjects from left to right. */
  readonly subjects: readonly Subject[];
  /**
   * Returns how much of each subject another matte of the same size keeps, 0…1, in the order of `subjects`.
   * @throws {RangeError} when the sizes differ.
   */
  readonly keptShares: (edited: Matte) => number[];
  /**
   * Returns a matte in which one subject, with its soft edge and the small pieces next to it, has the alpha of the first
   * matte, or none. Everything else is as in `edited`.
   * @param index number of the subject in `subjects`, from 0.
   * @throws {RangeError} when the sizes differ.
   */
  readonly withSubject: (edited: Matte, index: number, isKept: boolean) => Matte;
}

/** Longer side of the grid on which subjects are told apart, in cells. */
const gridSide = 256;
/** Greatest alpha of a cell from which on it belongs to a subject. */
const minSolid = 128;
/** Smallest size of a subject: as a share of the largest one, and of the image. */
const [minShareOfLargest, minShareOfImage] = [0.1, 0.005];
/** Largest number of subjects. Pieces beyond it belong to the subject that is nearest to them. */
const maxSubjects = 6;

/** Finds the subjects of a matte. A matte with one subject, or with none, has an empty list. */
export function findSubjects(matte: Matte): Subjects {
  const grid = gridOf(matte);
  const { means, values } = cellsOf(matte, grid);
  const labels = new Uint8Array(values.length);
  const pieces: { readonly at: number; readonly count: number; readonly rect: Rect }[] = [];
  const field = { values, low: minSolid, high: 255, labels, label: 1, byCorners: true };
  for (let at = 0; at < values.length; at += 1) {
    if (labels[at] !== 0 || (values[at] ?? 0) < minSolid) continue;
    pieces.push({ at, ...flood(field, grid, at % grid.widthPx, Math.floor(at / grid.widthPx)) });
  }
  const largest = pieces.reduce((most, { count }) => Math.max(most, count), 0);
  const large = pieces
    .filter(({ count }) => count >= Math.max(minShareOfLargest * largest, minShareOfImage * values.length))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxSubjects)
    .toSorted((one, other) => middleOf(one.rect) - middleOf(other.rect));
  const found = large.length > 1 ? large : [];
  // Label 0 means none, so the label of a subject is its number plus 1.
  labels.fill(0);
  for (const [index, { at }] of found.entries())
    flood({ ...field, label: index + 1 }, grid, at % grid.widthPx, Math.floor(at / grid.widthPx));
  const cores = labels.slice();
  growToAll(labels, grid);

  const checkSize = ({ widthPx, heightPx }: Matte) => {
    if (widthPx !== matte.widthPx || heightPx !== matte.heightPx)
      throw new RangeError('the mattes have different sizes');
  };
  return {
    subjects: found.map(({ at, rect }) => ({ rect: inMatte(rect, grid, matte), ...placeIn(cores, at, grid, matte) })),
    keptShares(edited) {
      checkSize(edited);
      const now = cellsOf(edited, grid).means;
      return found.map((_, index) => shareOf(now, means, cores, index + 1));
    },
    withSubject(edited, index, isKept) {
      checkSize(edited);
      const data = edited.data.slice();
      eachPixelOf(labels, index + 1, grid, matte, (at) => {
        data[at] = isKept ? (matte.data[at] ?? 0) : 0;
      });
      return { ...edited, data };
    },
  };
}

function gridOf({ widthPx, heightPx }: Size): Size {
  const scale = Math.min(1, gridSide / Math.max(widthPx, heightPx));
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}

/** Number of samples along each side of a cell. */
const samples = 4;

/**
 * Samples the cells of a matte.
 * @returns `means`: the mean alpha of each cell. `values`: its greatest alpha, by which thin parts connect what they join.
 */
function cellsOf({ data, widthPx, heightPx }: Matte, grid: Size) {
  const means = new Uint8ClampedArray(grid.widthPx * grid.heightPx);
  const values = new Uint8ClampedArray(means.length);
  const [across, down] = [widthPx / grid.widthPx / samples, heightPx / grid.heightPx / samples];
  for (let row = 0, cell = 0; row < grid.heightPx; row += 1) {
    for (let column = 0; column < grid.widthPx; column += 1, cell += 1) {
      let [sum, most] = [0, 0];
      for (let y = 0; y < samples; y += 1) {
        const from = Math.floor((row * samples + y + 0.5) * down) * widthPx;
        for (let x = 0; x < samples; x += 1) {
          const alpha = data[from + Math.floor((column * samples + x + 0.5) * across)] ?? 0;
          sum += alpha;
          most = Math.max(most, alpha);
        }
      }
      means[cell] = sum / samples ** 2;
      values[cell] = most;
    }
  }
  return { means, values };
}

/** Gives every cell the label of the nearest subject. */
function growToAll(labels: Uint8Array, grid: Size): void {
  const queue = new Queue();
  for (let at = 0; at < labels.length; at += 1) if (labels[at] !== 0) queue.push(at);
  spread(labels, grid, queue, grid.widthPx + grid.heightPx, () => true);
}

/** Returns how much of the first alpha of a subject's cells is left. */
function shareOf(now: Uint8ClampedArray, first: Uint8ClampedArray, cores: Uint8Array, label: number): number {
  let [left, whole] = [0, 0];
  for (let at = 0; at < cores.length; at += 1) {
    if (cores[at] !== label) continue;
    whole += first[at] ?? 0;
    left += Math.min(now[at] ?? 0, first[at] ?? 0);
  }
  return left / whole;
}

function eachPixelOf(labels: Uint8Array, label: number, grid: Size, size: Size, visit: (at: number) => void): void {
  const columns = Int32Array.from({ length: size.widthPx }, (_, x) =>
    Math.floor(((x + 0.5) * grid.widthPx) / size.widthPx),
  );
  for (let y = 0, at = 0; y < size.heightPx; y += 1) {
    const row = Math.floor(((y + 0.5) * grid.heightPx) / size.heightPx) * grid.widthPx;
    for (let x = 0; x < size.widthPx; x += 1, at += 1) if (labels[row + (columns[x] ?? 0)] === label) visit(at);
  }
}

function inMatte({ x, y, widthPx, heightPx }: Rect, grid: Size, size: Size): Rect {
  const [across, down] = [size.widthPx / grid.widthPx, size.heightPx / grid.heightPx];
  const [left, top] = [Math.floor(x * across), Math.floor(y * down)];
  return {
    x: left,
    y: top,
    widthPx: Math.min(size.widthPx, Math.ceil((x + widthPx) * across)) - left,
    heightPx: Math.min(size.heightPx, Math.ceil((y + heightPx) * down)) - top,
  };
}

/** Returns the middle of the subject's longest row of cells, in px of the matte. */
function placeIn(cores: Uint8Array, start: number, grid: Size, size: Size): { x: number; y: number } {
  const label = cores[start];
  let [longest, best] = [0, start];
  for (let row = 0; row < grid.heightPx; row += 1) {
    for (let x = 0, run = 0; x < grid.widthPx; x += 1) {
      run = cores[row * grid.widthPx + x] === label ? run + 1 : 0;
      if (run > longest) [longest, best] = [run, row * grid.widthPx + x - Math.floor(run / 2)];
    }
  }
  return {
    x: (((best % grid.widthPx) + 0.5) * size.widthPx) / grid.widthPx,
    y: ((Math.floor(best / grid.widthPx) + 0.5) * size.heightPx) / grid.heightPx,
  };
}

function middleOf({ x, widthPx }: Rect): number {
  return x + widthPx / 2;
}
