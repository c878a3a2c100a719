import type { Size } from '../../geometry/rect.ts';
import { softened } from '../soften.ts';
import type { LightPicture } from './light-picture.ts';

/** The ground around a subject as it would be without a shadow. */
export interface Ground extends Size {
  /** Logarithms of the light of red, green and blue: one plane after the other, at the size of the cells. */
  readonly planes: readonly Float32Array[];
  /** Weight with which each cell belongs to the ground, 0…1. Shadows and other things have little. */
  readonly weights: Float32Array;
  /** Share of the cells beside the foot that belong to the ground, and how uneven these are, as a logarithm. */
  readonly clearShare: number;
  readonly unevenness: number;
  /** Side of a cell in px of the picture. */
  readonly cellPx: number;
}

interface Cell {
  readonly at: number;
  /** Position in sides of the subject, from the middle of its foot. */
  readonly x: number;
  readonly y: number;
  readonly logs: readonly [number, number, number];
}

/** Number of cells along the longer side. */
const maxCells = 112;
/** Fewest cells that a surface is fitted to. */
const minCells = 24;
/** Area in which the ground is first looked for, in sides of the subject from its foot. */
const beside = 0.6;
const above = 0.2;
const below = 0.5;
/** Distance from the subject within which the ground is estimated, in sides of the subject. */
export const groundReach = 1.2;
/** Differences of logarithms at which a cell has no weight: at first, and at least in the end. */
const firstScale = 0.5;
const lastScale = 0.07;
/** A cell that is darker than the surface is likely to be in shadow, and loses its weight at this share of the scale. */
const darkShare = 0.6;
/** Standard deviation of the local correction, in sides of the subject, and the weight that keeps the surface far from any ground. */
const correctionReach = 0.15;
const correctionDoubt = 0.02;

/**
 * Estimates the ground without its shadow: a surface of second order through the cells that agree with it, and a smooth
 * correction by what is left over. Cells that are darker are taken for shadow, so that they count less with every round.
 * @returns undefined when too little ground is visible beside the foot.
 */
export function estimateGround(picture: LightPicture): Ground | undefined {
  const cellPx = Math.max(1, Math.ceil(Math.max(picture.widthPx, picture.heightPx) / maxCells));
  const widthPx = Math.ceil(picture.widthPx / cellPx);
  const heightPx = Math.ceil(picture.heightPx / cellPx);
  const cells = cellsOf(picture, cellPx, widthPx);
  const near = cells.filter(({ x, y }) => Math.abs(x) <= halfWidth(picture) + beside && y >= -above && y <= below);
  if (near.length < minCells) return undefined;
  const first = fitted(near, startOf(near), [1, 3, 3, 3, 6, 6]);
  const agreeing = new Set(near.filter((cell) => weightOf(cell, first.surface, first.scale) > 0.2));
  if (agreeing.size < minCells) return undefined;
  const all = connected(cells, agreeing, (cell) => weightOf(cell, first.surface, first.scale * 1.5) > 0, widthPx);
  const { surface, scale } = fitted(all, first.surface, [6, 6, 6, 6]);
  const weights = new Float32Array(widthPx * heightPx);
  for (const cell of cells) weights[cell.at] = weightOf(cell, surface, scale);
  const planes = corrected(cells, weights, surface, picture, { widthPx, heightPx }, cellPx);
  const rest = near.filter(({ at }) => (weights[at] ?? 0) > 0.2);
  const unevenness = Math.sqrt(
    mean(rest.map(({ at, logs }) => (logs[1] - (planes[1]?.[at] ?? 0)) ** 2 * (weights[at] ?? 0))),
  );
  return { widthPx, heightPx, planes, weights, clearShare: rest.length / near.length, unevenness, cellPx };
}

const halfWidth = ({ bounds, subjectPx }: LightPicture) => (bounds.right - bounds.left) / 2 / subjectPx;

function cellsOf(picture: LightPicture, cellPx: number, columns: number): Cell[] {
  const { widthPx, heightPx, logs, isFree, bounds, subjectPx } = picture;
  const cells: Cell[] = [];
  for (let top = 0, row = 0; top < heightPx; top += cellPx, row += 1) {
    for (let left = 0, column = 0; left < widthPx; left += cellPx, column += 1) {
      const sums: [number, number, number] = [0, 0, 0];
      let count = 0;
      for (let y = top; y < Math.min(heightPx, top + cellPx); y += 1) {
        for (let x = left; x < Math.min(widthPx, left + cellPx); x += 1) {
          const at = y * widthPx + x;
          if (!isFree[at]) continue;
          for (const channel of [0, 1, 2] as const) sums[channel] += logs[at * 3 + channel] ?? 0;
          count += 1;
        }
      }
      if (count * 2 < cellPx * cellPx) continue;
      const x = (left + cellPx / 2 - (bounds.left + bounds.right) / 2) / subjectPx;
      const y = (top + cellPx / 2 - bounds.bottom) / subjectPx;
      const tall = (bounds.bottom - bounds.top) / subjectPx;
      if (Math.abs(x) > halfWidth(picture) + groundReach || y > groundReach || y < -tall - groundReach) continue;
      cells.push({ at: row * columns + column, x, y, logs: [sums[0] / count, sums[1] / count, sums[2] / count] });
    }
  }
  return cells;
}

/** Coefficients of a surface for each channel, in the order of `termsOf`. */
type Surface = readonly (readonly number[])[];

const termsOf = (x: number, y: number) => [1, x, y, x * x, x * y, y * y];

function valueAt(coefficients: readonly number[] | undefined, x: number, y: number): number {
  return termsOf(x, y).reduce((sum, term, index) => sum + term * (coefficients?.[index] ?? 0), 0);
}

function weightOf({ x, y, logs }: Cell, surface: Surface, scale: number): number {
  let sum = 0;
  for (const channel of [0, 1, 2] as const) sum += (logs[channel] - valueAt(surface[channel], x, y)) ** 2;
  const isDarker = logs[1] < valueAt(surface[1], x, y);
  const share = Math.sqrt(sum / 3) / (isDarker ? scale * darkShare : scale);
  return share >= 1 ? 0 : (1 - share * share) ** 2;
}

/** Starts from the median of each channel, as a surface of order 0. */
function startOf(cells: readonly Cell[]): Surface {
  return [0, 1, 2].map((channel) => [median(cells.map(({ logs }) => logs[channel] ?? 0))]);
}

/**
 * Fits a surface in rounds. Cells that differ from the surface of one round count less in the next.
 * @param orders number of terms in each round.
 */
function fitted(cells: readonly Cell[], start: Surface, orders: readonly number[]) {
  let surface = start;
  let scale = firstScale;
  for (const terms of orders) {
    const current = surface;
    const weights = cells.map((cell) => weightOf(cell, current, scale));
    surface = [0, 1, 2].map((channel) => leastSquares(cells, weights, channel, terms) ?? current[channel] ?? []);
    const next = surface;
    const inside = cells.filter((_, index) => (weights[index] ?? 0) > 0.2);
    const spread = median(inside.map(({ x, y, logs }) => Math.abs(logs[1] - valueAt(next[1], x, y))));
    scale = Math.max(lastScale, Math.min(firstScale, spread * 1.4826 * 3.5));
  }
  return { surface, scale };
}

/** Solves the normal equations by elimination. @returns undefined when the cells do not determine the surface. */
function leastSquares(cells: readonly Cell[], weights: readonly number[], channel: number, terms: number) {
  const rows = Array.from({ length: terms }, () => new Float64Array(terms + 1));
  for (const [index, { x, y, logs }] of cells.entries()) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    const values = termsOf(x, y);
    for (let row = 0; row < terms; row += 1) {
      const line = rows[row];
      if (!line) continue;
      const own = weight * (values[row] ?? 0);
      for (let column = 0; column < terms; column += 1)
        line[column] = (line[column] ?? 0) + own * (values[column] ?? 0);
      line[terms] = (line[terms] ?? 0) + own * (logs[channel] ?? 0);
    }
  }
  // A little stiffness keeps curvature low where the cells do not determine it.
  for (const [index, line] of rows.entries()) if (index > 0) line[index] = (line[index] ?? 0) + 0.5;
  return solved(rows);
}

function solved(rows: readonly Float64Array[]): number[] | undefined {
  const count = rows.length;
  const order = [...rows];
  for (let pivot = 0; pivot < count; pivot += 1) {
    const best = order
      .slice(pivot)
      .reduce((one, other) => (Math.abs(other[pivot] ?? 0) > Math.abs(one[pivot] ?? 0) ? other : one));
    const lead = best[pivot] ?? 0;
    if (Math.abs(lead) < 1e-9) return undefined;
    const place = order.indexOf(best);
    [order[pivot], order[place]] = [best, order[pivot] ?? best];
    for (const line of order) {
      if (line === best) continue;
      const share = (line[pivot] ?? 0) / lead;
      for (let column = pivot; column <= count; column += 1)
        line[column] = (line[column] ?? 0) - share * (best[column] ?? 0);
    }
  }
  return order.map((line, index) => (line[count] ?? 0) / (line[index] ?? 1));
}

/** Returns the cells that are connected to a start through cells that pass a test. */
function connected(cells: readonly Cell[], start: ReadonlySet<Cell>, passes: (cell: Cell) => boolean, columns: number) {
  const byPlace = new Map(cells.map((cell) => [cell.at, cell]));
  const reached = new Set(start);
  const queue = [...start];
  for (let cell = queue.pop(); cell; cell = queue.pop()) {
    for (const step of [-1, 1, -columns, columns]) {
      const next = byPlace.get(cell.at + step);
      if (!next || reached.has(next) || !passes(next)) continue;
      reached.add(next);
      queue.push(next);
    }
  }
  return [...reached];
}

/** Adds the smooth part of what the surface leaves over. */
function corrected(
  cells: readonly Cell[],
  weights: Float32Array,
  surface: Surface,
  { bounds, subjectPx }: LightPicture,
  { widthPx, heightPx }: Size,
  cellPx: number,
): readonly Float32Array[] {
  const size = { widthPx, heightPx };
  const sigma = Math.max(1, (correctionReach * subjectPx) / cellPx);
  const near = softened({ ...size, data: weights }, 1, sigma).data;
  return ([0, 1, 2] as const).map((channel) => {
    const rest = new Float32Array(widthPx * heightPx);
    for (const { at, x, y, logs } of cells) {
      rest[at] = (weights[at] ?? 0) * (logs[channel] - valueAt(surface[channel], x, y));
    }
    const smooth = softened({ ...size, data: rest }, 1, sigma).data;
    return smooth.map((value, at) => {
      const x = ((at % widthPx) * cellPx + cellPx / 2 - (bounds.left + bounds.right) / 2) / subjectPx;
      const y = (Math.floor(at / widthPx) * cellPx + cellPx / 2 - bounds.bottom) / subjectPx;
      return valueAt(surface[channel], x, y) + value / ((near[at] ?? 0) + correctionDoubt);
    });
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
