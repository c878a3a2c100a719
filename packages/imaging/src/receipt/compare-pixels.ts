import type { Affine } from '../geometry/affine.ts';
import type { Rect, Size } from '../geometry/rect.ts';
import type { CutoutSource, Raster, RasterStrip } from '../raster/raster.ts';
import { transformCutout } from '../resample/transform-cutout.ts';
import { pixelClass } from './pixel-classes.ts';
import type { PixelCounts } from './receipt-schema.ts';

/** Findings of the comparison about a pixel. A higher number is a finding that matters more. */
export const finding = {
  background: 0,
  equal: 1,
  near: 2,
  enlarged: 3,
  edge: 4,
  toned: 5,
  retouched: 6,
  other: 7,
} as const;

/** Side of the squares in which differences are measured unless every pixel must be equal, in px. JPEG has the same ones. */
export const tilePx = 8;
/**
 * Largest root mean square of the differences within a square that still counts as the same picture, of 255.
 * `docs/receipt.md` says on which files it was measured.
 */
export const maxTileDifference = 20;
/** Largest difference of a channel that another decoder of the same photograph makes, of 255. */
export const maxDecoderDifference = 4;

/** How strictly a comparison takes differences. */
export type Strictness =
  /** Only equal pixels are the photograph's. */
  | 'exact'
  /** The photograph was decoded by another decoder: each channel may differ by `maxDecoderDifference`. */
  | 'decoder'
  /** The result is resampled or compressed with loss: a square may differ by `maxTileDifference`. */
  | 'tiles';

export interface PixelsToCompare {
  readonly photograph: Raster;
  readonly result: Raster;
  /** Map from px of the result to px of the photograph. */
  readonly placement: Affine;
  /** Class of each pixel of the result. */
  readonly classes: Uint8Array;
  readonly strictness: Strictness;
  /** True when the light and colour of the whole subject were changed. */
  readonly isToned: boolean;
  /** True when a network enlarged the subject. Then no pixel counts as the photograph's. Default: false. */
  readonly isEnlarged?: boolean | undefined;
}

export interface Comparison {
  readonly counts: PixelCounts;
  /** Finding for each pixel of the result. */
  readonly findings: Uint8Array;
  /** Parts of the result with pixels that differ, the largest first. */
  readonly regions: readonly Region[];
}

export interface Region extends Rect {
  /** Number of pixels that differ. */
  readonly count: number;
}

/** @returns whether a map copies pixels bit by bit: it moves, mirrors, or rotates by multiples of 90°. */
export function isCopy({ a, b, c, d, e, f }: Affine): boolean {
  return [a, b, c, d, e, f].every(Number.isInteger) && Math.abs(a * d - b * c) === 1;
}

/**
 * Compares the subject of a result with the photograph, which is placed by the same filter as the result was.
 * @param yieldToEventLoop awaited after each strip; it throws to stop.
 * @example
 * const { counts } = await comparePixels({ photograph, result, placement, classes, strictness: 'exact', isToned: false });
 */
export async function comparePixels(
  { photograph, result, placement, classes, strictness, isToned, isEnlarged = false }: PixelsToCompare,
  yieldToEventLoop: () => Promise<void> = () => Promise.resolve(),
): Promise<Comparison> {
  const { widthPx, heightPx } = result;
  const findings = new Uint8Array(widthPx * heightPx);
  const differs = isToned ? finding.toned : finding.other;
  const placed = transformCutout(sourceOf(photograph), { widthPx, heightPx, toPhoto: placement }, yieldToEventLoop);
  // Strips may have any height, and squares are as high as `tilePx`.
  const lines = new Uint8ClampedArray(widthPx * tilePx * 4);
  for await (const { firstRow, rowCount, data } of placed.rows()) {
    for (let row = firstRow; row < firstRow + rowCount; row += 1) {
      const line = data.subarray((row - firstRow) * widthPx * 4, (row - firstRow + 1) * widthPx * 4);
      const start = row * widthPx;
      if (strictness === 'tiles') {
        lines.set(line, (row % tilePx) * widthPx * 4);
        if (row % tilePx === tilePx - 1 || row === heightPx - 1)
          findInTiles(lines, result, classes, findings, row - (row % tilePx), row + 1, differs);
      } else {
        const slack = strictness === 'decoder' ? maxDecoderDifference : 0;
        findInRow(line, result.data, classes, findings, start, widthPx, slack, differs);
      }
    }
    await yieldToEventLoop();
  }
  if (isEnlarged) countAsEnlarged(findings);
  return { counts: countsOf(findings), findings, regions: regionsOf(findings, result) };
}

function sourceOf({ widthPx, heightPx, data }: Raster): CutoutSource {
  async function* rows(): AsyncGenerator<RasterStrip> {
    yield { firstRow: 0, rowCount: heightPx, data };
  }
  return { widthPx, heightPx, rows };
}

function findInRow(
  line: Uint8ClampedArray,
  result: Uint8ClampedArray,
  classes: Uint8Array,
  findings: Uint8Array,
  start: number,
  widthPx: number,
  slack: number,
  differs: number,
): void {
  for (let x = 0; x < widthPx; x += 1) {
    const own = classes[start + x] ?? 0;
    if (own !== pixelClass.photograph) {
      findings[start + x] = findingOf(own);
      continue;
    }
    const difference = largestDifference(line, x * 4, result, (start + x) * 4);
    findings[start + x] = difference === 0 ? finding.equal : difference <= slack ? finding.near : differs;
  }
}

function findInTiles(
  lines: Uint8ClampedArray,
  { data, widthPx }: Raster,
  classes: Uint8Array,
  findings: Uint8Array,
  firstRow: number,
  endRow: number,
  differs: number,
): void {
  for (let left = 0; left < widthPx; left += tilePx) {
    const right = Math.min(widthPx, left + tilePx);
    let sum = 0;
    let count = 0;
    for (let row = firstRow; row < endRow; row += 1)
      for (let x = left; x < right; x += 1) {
        if (classes[row * widthPx + x] !== pixelClass.photograph) continue;
        count += 1;
        const from = ((row - firstRow) * widthPx + x) * 4;
        const at = (row * widthPx + x) * 4;
        for (let channel = 0; channel < 4; channel += 1)
          sum += ((lines[from + channel] ?? 0) - (data[at + channel] ?? 0)) ** 2;
      }
    const isAlike = sum <= maxTileDifference ** 2 * 3 * count;
    for (let row = firstRow; row < endRow; row += 1)
      for (let x = left; x < right; x += 1) {
        const pixel = row * widthPx + x;
        const own = classes[pixel] ?? 0;
        if (own !== pixelClass.photograph) findings[pixel] = findingOf(own);
        else {
          const isEqual = largestDifference(lines, ((row - firstRow) * widthPx + x) * 4, data, pixel * 4) === 0;
          findings[pixel] = !isAlike ? differs : isEqual ? finding.equal : finding.near;
        }
      }
  }
}

function largestDifference(one: Uint8ClampedArray, at: number, other: Uint8ClampedArray, to: number): number {
  let largest = 0;
  for (let channel = 0; channel < 4; channel += 1)
    largest = Math.max(largest, Math.abs((one[at + channel] ?? 0) - (other[to + channel] ?? 0)));
  return largest;
}

function findingOf(own: number): number {
  return own === pixelClass.edge ? finding.edge : own === pixelClass.retouched ? finding.retouched : finding.background;
}

/** Replaces the findings of pixels that look like the photograph's, because the network computed each of them. */
function countAsEnlarged(findings: Uint8Array): void {
  for (let pixel = 0; pixel < findings.length; pixel += 1)
    if (findings[pixel] === finding.equal || findings[pixel] === finding.near) findings[pixel] = finding.enlarged;
}

function countsOf(findings: Uint8Array): PixelCounts {
  const totals = new Uint32Array(Object.keys(finding).length);
  for (const each of findings) totals[each] = (totals[each] ?? 0) + 1;
  const of = (name: keyof typeof finding) => totals[finding[name]] ?? 0;
  return {
    equal: of('equal'),
    near: of('near'),
    ...(of('enlarged') > 0 && { enlarged: of('enlarged') }),
    toned: of('toned'),
    edge: of('edge'),
    retouched: of('retouched'),
    other: of('other'),
    background: of('background'),
  };
}

/** Side of the cells by which pixels that differ are joined into regions, in px. */
const cellPx = 16;

/** Joins neighbouring cells with pixels that differ, and returns the box of those pixels for each group. */
function regionsOf(findings: Uint8Array, { widthPx, heightPx }: Size): readonly Region[] {
  const across = Math.ceil(widthPx / cellPx);
  const down = Math.ceil(heightPx / cellPx);
  const cells = new Map<number, { left: number; top: number; right: number; bottom: number; count: number }>();
  for (let pixel = 0; pixel < findings.length; pixel += 1) {
    if (findings[pixel] !== finding.other) continue;
    const x = pixel % widthPx;
    const y = Math.floor(pixel / widthPx);
    const key = Math.floor(y / cellPx) * across + Math.floor(x / cellPx);
    const cell = cells.get(key);
    if (!cell) cells.set(key, { left: x, top: y, right: x + 1, bottom: y + 1, count: 1 });
    else {
      cell.left = Math.min(cell.left, x);
      cell.right = Math.max(cell.right, x + 1);
      cell.bottom = y + 1;
      cell.count += 1;
    }
  }
  const regions: Region[] = [];
  for (const [key, first] of cells) {
    cells.delete(key);
    const box = { ...first };
    const waiting = [key];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [column, row] = [next % across, Math.floor(next / across)];
      for (let y = Math.max(0, row - 1); y <= Math.min(down - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x += 1) {
          const cell = cells.get(y * across + x);
          if (!cell) continue;
          cells.delete(y * across + x);
          waiting.push(y * across + x);
          box.left = Math.min(box.left, cell.left);
          box.top = Math.min(box.top, cell.top);
          box.right = Math.max(box.right, cell.right);
          box.bottom = Math.max(box.bottom, cell.bottom);
          box.count += cell.count;
        }
    }
    const { left, top, right, bottom, count } = box;
    regions.push({ x: left, y: top, widthPx: right - left, heightPx: bottom - top, count });
  }
  return regions.toSorted((one, other) => other.count - one.count);
}
