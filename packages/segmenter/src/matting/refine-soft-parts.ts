import type { Size } from '../api/size.ts';
import { bandRowsOf, command, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import { preparePairs, foundBytes, pointBytes, type SampledPicture, type Samples, widen } from './sample-pairs.ts';
import { smoothStep } from './smooth-step.ts';
import { createWindowSums, type WindowSums } from './window-sums.ts';

/** Distance from 0 or 1 within which the network is sure. */
const sureWithin = 0.02;
/** Distance from the unsure pixels, in px along both axes, within which the matte is recomputed too. */
const marginPx = 2;
/** Distance from these pixels, in px, within which known pixels serve as samples of the colours. */
const ringPx = 6;
/** Number of rounds in which pixels try their neighbours' pairs. Four rounds take twice the time and gain 0.3 %. */
const rounds = 2;
/** Factor of the reach from one random pair to the next. With one half it takes 1.3 of the time and gains 0.2 %. */
const narrowing = 0.25;
/** Rows of the parts that threads share here, whatever the number of threads. */
const pairBandRows = 64;

/** Side of a cell, in px. How soft and how flat the mask is, is measured over windows of 3 × 3 cells. */
const cellPx = 4;
/** Range of four times the mean of `m (1 − m)` in a window. An outline of a solid body stays below the first value. */
const [leastSoft, wholeSoft] = [0.1, 0.3];
/**
 * Range of the mean of `m (1 − m)` divided by `m̄ (1 − m̄)`: 0 where the mask knows every pixel, 1 where it is uniform.
 * Below the first value the network has resolved the structure itself: wires, strings, an outline.
 */
const [leastFlat, wholeFlat] = [0.42, 0.72];
/**
 * Radius, in px, over which the measure of strands is averaged. The measure counts the pixels of square windows, and
 * would otherwise end along their straight sides where a single strand enters a window.
 */
const structureRadiusPx = 6;
/** Share below which a pixel is not processed. */
const leastShare = 0.02;

/**
 * Weight of a pair that explains a pixel completely, and weights of the network's answer: for a sure pixel, for an
 * unsure one, and for a known one.
 */
const pairWeight = 0.3;
const sureWeight = 0.03;
const unsureWeight = 0.0003;
const knownWeight = 0.1;
/**
 * Distance from the known pixels, in px of the mask, at which a pair counts a third; see
 * `assembly/matting/soft-parts.ts`.
 */
const distanceScalePx = 40;

/**
 * Recomputes the mask, in place, where it is soft and flat. There the network has detected hair, fur or fringe, but not
 * its strands. Each such pixel is explained as a mixture of two known colours nearby, one of the subject and one of the
 * background. How far that replaces the network's answer depends on how well it explains the pixel. Outlines of solid
 * bodies, wires and meshes, which the network has resolved itself, stay.
 * @param instance an instance of `assembly/matting`.
 * @param mask 0…1, normalised, row by row; see `normaliseMatte`.
 * @param picture the image at the mask's size.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory: 56 bytes per pixel around the soft
 *   parts.
 * @throws {LostThreadError} when one of the instance's threads stops.
 */
export function refineSoftParts(instance: MattingInstance, mask: Float32Array, picture: SampledPicture): void {
  const { widthPx } = picture;
  const cells = measureCells(mask, picture);
  const box = boxOf(cells, picture);
  if (!box) return;
  const cropped = { ...cropPicture(picture, box), mask: crop(mask, widthPx, box) };
  const doubtful = widen(unsurePixels(cropped.mask), cropped, marginPx);
  const { unknown, shares } = unknownPixels(doubtful, cells, box);
  const samples = samplesOf(cropped.mask, doubtful, widen(doubtful, cropped, ringPx));
  if (samples.subject.length === 0 || samples.background.length === 0) return;

  const { kernels, memory, threads } = instance;
  const reserve = createReserve(memory, instance.start);
  const scratchBytes = Math.ceil(kernels.structureScratchBytes(box.widthPx) / 64) * 64;
  const scratch = reserve(scratchBytes * threads);
  const search = { rounds, narrowing, bandRows: pairBandRows };
  const pairs = preparePairs(instance, reserve, cropped, unknown, samples, search, reserve(unknown.length * 2));
  const { points, subject, background, found } = pairs;
  const size = [box.heightPx, box.widthPx];
  const numbers = [points, pairs.unknown, ...size, found, bandRowsOf(box.heightPx, instance)];
  instance.run([
    ...pairs.commands,
    command('judgePairs', points, pairs.unknown, unknown.length, subject, background, found),
    command('writeLikelyAlphas', points, pairs.unknown, ...size, found),
    { kernel: 'measureStructure', numbers, scratch, scratchBytes },
  ]);

  const told = new Float32Array(memory.buffer, points, (unknown.length * pointBytes) / 4);
  const beliefs = new Float32Array(memory.buffer, found, (unknown.length * foundBytes) / 4);
  const structures = structuresOf(told, unknown, box);
  const row = new Float64Array(box.widthPx);
  for (let y = 0, at = 0; y < box.heightPx; y += 1) {
    structures.aroundRow(y, structureRadiusPx, row);
    let to = (box.top + y) * widthPx + box.left;
    for (const end = at + box.widthPx; at < end; at += 1, to += 1) {
      if (!unknown[at]) continue;
      const value = mask[to] ?? 0;
      const ofNetwork = isUnsure(value) ? sureWeight * (2 * value - 1) ** 4 + unsureWeight : knownWeight;
      const ofPair = pairWeight * (beliefs[at * 4 + 2] ?? 0);
      const alpha = told[at * 8 + 6] ?? 0;
      const structure = (row[at % box.widthPx] ?? 0) / (2 * structureRadiusPx + 1) ** 2;
      mask[to] = value + ((alpha - value) * structure * (shares[at] ?? 0) * ofPair) / (ofPair + ofNetwork);
    }
  }
}

/**
 * Returns sums of how much the pairs around each pixel show strands. Known pixels count as 0, so that a soft part fades
 * out towards its border.
 */
function structuresOf(told: Float32Array, unknown: Uint8Array, { widthPx, heightPx }: Size): WindowSums {
  const structures = new Float32Array(unknown.length);
  for (let at = 0; at < structures.length; at += 1) if (unknown[at]) structures[at] = told[at * 8 + 7] ?? 0;
  return createWindowSums({ columns: widthPx, rows: heightPx }, [structures]);
}

function isUnsure(value: number): boolean {
  return value > sureWithin && value < 1 - sureWithin;
}

function unsurePixels(mask: Float32Array): Uint8Array {
  const pixels = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at += 1) if (isUnsure(mask[at] ?? 0)) pixels[at] = 1;
  return pixels;
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
  /** Measure of how soft and flat the mask is around each cell, 0…1. */
  readonly shares: Float32Array;
}

function measureCells(mask: Float32Array, { widthPx, heightPx }: Size): Cells {
  const [columns, rows] = [Math.ceil(widthPx / cellPx), Math.ceil(heightPx / cellPx)];
  const softness = new Float32Array(columns * rows);
  const sums = new Float32Array(columns * rows);
  const counts = new Float32Array(columns * rows);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    let cell = Math.floor(y / cellPx) * columns;
    for (let right = cellPx; at < (y + 1) * widthPx; right += cellPx, cell += 1) {
      const end = y * widthPx + Math.min(right, widthPx);
      counts[cell] = (counts[cell] ?? 0) + end - at;
      for (; at < end; at += 1) {
        const value = mask[at] ?? 0;
        sums[cell] = (sums[cell] ?? 0) + value;
        softness[cell] = (softness[cell] ?? 0) + value * (1 - value);
      }
    }
  }
  const shares = new Float32Array(columns * rows);
  const windows = createWindowSums({ columns, rows }, [counts, sums, softness]);
  const about = new Float64Array(3);
  for (let cell = 0; cell < shares.length; cell += 1) {
    windows.around(cell, 1, about);
    const [count = 0, sum = 0, ofSoftness = 0] = about;
    const meanSoftness = ofSoftness / count;
    if (4 * meanSoftness <= leastSoft) continue;
    const average = sum / count;
    shares[cell] =
      smoothStep(leastSoft, wholeSoft, 4 * meanSoftness) *
      smoothStep(leastFlat, wholeFlat, meanSoftness / (average * (1 - average)));
  }
  return { columns, rows, shares };
}

/**
 * Finds the pixels to process.
 * @param doubtful the doubtful pixels of the box, one byte per pixel.
 * @returns the doubtful pixels that have a share, and that share, interpolated between the cells' centres.
 */
function unknownPixels(doubtful: Uint8Array, { columns, rows, shares: shareOf }: Cells, box: Box) {
  const unknown = new Uint8Array(doubtful.length);
  const shares = new Float32Array(doubtful.length);
  for (let y = 0, at = 0; y < box.heightPx; y += 1) {
    const down = Math.min(Math.max((box.top + y + 0.5) / cellPx - 0.5, 0), rows - 1);
    const upper = Math.floor(down) * columns;
    const lower = Math.min(Math.floor(down) + 1, rows - 1) * columns;
    for (let x = 0; x < box.widthPx; x += 1, at += 1) {
      if (!doubtful[at]) continue;
      const across = Math.min(Math.max((box.left + x + 0.5) / cellPx - 0.5, 0), columns - 1);
      const left = Math.floor(across);
      const right = Math.min(left + 1, columns - 1);
      const above = between(shareOf[upper + left], shareOf[upper + right], across - left);
      const below = between(shareOf[lower + left], shareOf[lower + right], across - left);
      const share = between(above, below, down - Math.floor(down));
      if (share <= leastShare) continue;
      unknown[at] = 1;
      shares[at] = share;
    }
  }
  return { unknown, shares };
}

function between(one = 0, other = 0, share: number): number {
  return one + (other - one) * share;
}

function samplesOf(mask: Float32Array, doubtful: Uint8Array, near: Uint8Array): Samples {
  const subject = new Uint32Array(mask.length);
  const background = new Uint32Array(mask.length);
  let [subjects, backgrounds] = [0, 0];
  for (let at = 0; at < mask.length; at += 1) {
    if (!near[at] || doubtful[at]) continue;
    if ((mask[at] ?? 0) > 0.5) subject[subjects++] = at;
    else background[backgrounds++] = at;
  }
  return { subject: subject.subarray(0, subjects), background: background.subarray(0, backgrounds) };
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Returns the smallest box that contains all cells with a share and the surroundings whose colours count. */
function boxOf({ columns, rows, shares }: Cells, { widthPx, heightPx }: Size): Box | undefined {
  let [left, right, top, bottom] = [columns, -1, rows, -1];
  for (let cell = 0; cell < shares.length; cell += 1) {
    if ((shares[cell] ?? 0) <= leastShare) continue;
    const row = Math.floor(cell / columns);
    left = Math.min(left, cell - row * columns);
    right = Math.max(right, cell - row * columns);
    top = Math.min(top, row);
    bottom = row;
  }
  if (right === -1) return undefined;
  left = Math.max(0, left * cellPx - distanceScalePx);
  top = Math.max(0, top * cellPx - distanceScalePx);
  right = Math.min(widthPx, (right + 1) * cellPx + distanceScalePx);
  bottom = Math.min(heightPx, (bottom + 1) * cellPx + distanceScalePx);
  return { left, top, widthPx: right - left, heightPx: bottom - top };
}

function crop(plane: Float32Array, widthPx: number, box: Box): Float32Array {
  const cropped = new Float32Array(box.widthPx * box.heightPx);
  for (let y = 0; y < box.heightPx; y += 1) {
    const from = (box.top + y) * widthPx + box.left;
    cropped.set(plane.subarray(from, from + box.widthPx), y * box.widthPx);
  }
  return cropped;
}

function cropPicture({ pixels, widthPx }: SampledPicture, box: Box): SampledPicture {
  const cropped = new Uint8ClampedArray(box.widthPx * box.heightPx * 4);
  for (let y = 0; y < box.heightPx; y += 1) {
    const from = ((box.top + y) * widthPx + box.left) * 4;
    cropped.set(pixels.subarray(from, from + box.widthPx * 4), y * box.widthPx * 4);
  }
  return { pixels: cropped, widthPx: box.widthPx, heightPx: box.heightPx };
}
