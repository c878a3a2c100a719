import { readOklab } from '../color/oklab.ts';
import { grown, type Rect, type Size } from '../geometry/rect.ts';
import type { Raster } from '../raster/raster.ts';
import { channels, createLevel, type FillLevel, halved, reachPx, role } from './fill-level.ts';
import { expectValues } from './expect-values.ts';
import { joinPatches } from './join-patches.ts';
import { createPatchSearch, createRandom, patchPixels, type Random } from './search-patches.ts';
import { startLevel } from './start-level.ts';
import { voteValues } from './vote-values.ts';

export interface FillOptions {
  /** 1 for each pixel that may be copied; by default every pixel outside the hole. Others are not looked at either. */
  readonly source?: Uint8Array | undefined;
  /** Start of the random search. Equal inputs with equal seeds give equal pixels; 1 by default. */
  readonly seed?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Awaited about every 50 ms, so that the caller's thread can receive messages. It may throw to stop. */
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined;
  /** Receives the number of patches that are finished, at all levels of the pyramid. */
  readonly onProgress?: ((loaded: number, total: number) => void) | undefined;
}

/**
 * Reason why a hole is not filled.
 *
 * - `too-large`: it has too many pixels, absolutely or beside those that may be copied.
 * - `nothing-around`: there is too little around it that may be copied.
 * - `nothing-similar`: the hole is not small, and no pixels that may be copied fit those along its rim.
 */
export type FillRefusal = 'too-large' | 'nothing-around' | 'nothing-similar';

export type Filled =
  | { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly refusal?: undefined }
  | { readonly data?: undefined; readonly refusal: FillRefusal };

/** Largest share of a hole in the pixels that may be copied. */
const maxShare = 0.25;
/** Largest hole, and largest area around it, in px. They bound the time to seconds and the memory to about 160 MB. */
const maxHolePixels = 300_000;
const maxAreaPixels = 4_194_304;
/** Width of the area around a hole in which patches are searched for: a multiple of the hole's longer side, in px. */
const [marginShare, minMarginPx, maxMarginPx] = [1.5, 64, 400];
/**
 * Depth from which on a hole is refused when its rim does not fit, in px, and the difference from which on it does not:
 * the root of the mean square in OKLab. Both were chosen on the renders of `pictures/`.
 */
const smallDepthPx = 40;
const maxRimDifference = 0.045;
/** Smallest number of source patches from which a pattern can be continued. */
const minSources = 64;
/** Depth of the hole from which on a coarser level is used: then a patch reaches across half of the hole. */
const coarseDepthPx = reachPx;
/** Rounds of search and vote at the coarsest level. */
const coarseRounds = 12;
/** Number by which the width of the finest level is divided for the levels that look at expected values. */
const fineLevels = 3;
/** Number of values of the hole up to which finer levels have several rounds. */
const fineWork = 40_000;

/**
 * Returns the part of a picture in which a hole is filled.
 * @param hole smallest rectangle that contains the hole.
 * @returns undefined when the hole is too large.
 */
export function fillingArea(hole: Rect, size: Size): Rect | undefined {
  const marginPx = Math.round(marginShare * Math.max(hole.widthPx, hole.heightPx));
  const area = grown(hole, Math.min(maxMarginPx, Math.max(minMarginPx, marginPx)), size);
  return area.widthPx * area.heightPx > maxAreaPixels ? undefined : area;
}

/**
 * Fills a hole in a picture by what surrounds it: every small patch of the result is similar to a patch that exists in
 * the picture. Patches are compared in OKLab, because equal differences there look equally large in shadows and lights,
 * multiplied by alpha, so that transparent pixels have no colour that could be copied. The result is joined in sRGB,
 * from copies of whole pixels, so that grain stays as it is.
 * @param picture the part of the photograph in which patches are searched for; see `fillingArea`.
 * @param mask 1 for each pixel that is to be filled.
 * @returns the picture with the hole filled. Other pixels are unchanged.
 * @throws the signal's reason.
 *
 * @example
 * const { data, refusal } = await fillHole({ data: pixels, widthPx, heightPx }, mask, { seed: 1, signal });
 */
export async function fillHole(picture: Raster, mask: Uint8Array, options: FillOptions = {}): Promise<Filled> {
  const { source, seed = 1, signal, yieldToEventLoop, onProgress } = options;
  signal?.throwIfAborted();
  const finest = finestLevel(picture, mask, source);
  const refusal = refusalOf(finest);
  if (refusal) return { refusal };
  const data = picture.data.slice();
  if (finest.targets.length === 0) return { data };

  const random = createRandom(seed);
  const levels = pyramidOf(finest);
  const total = levels.reduce((sum, { targets }) => sum + targets.length, 0);
  let loaded = 0;
  let coarser: FillLevel | undefined;
  const pause = createPause(signal, yieldToEventLoop);
  for (const level of levels.toReversed()) {
    // At fine levels, the pattern is decided already.
    const expected = !coarser || level.widthPx * fineLevels < finest.widthPx ? expectValues(level) : undefined;
    if (coarser) takeMatches(level, coarser, random);
    else startLevel(level, expected ?? level.values, random);
    await refineLevel(level, { isCoarsest: coarser === undefined, expected, random, pause });
    loaded += level.targets.length;
    onProgress?.(loaded, total);
    coarser = level;
  }
  if (finest.maxDepth > smallDepthPx && rimDifference(finest) > maxRimDifference) return { refusal: 'nothing-similar' };
  joinPatches(finest, { ...picture, data });
  return { data };
}

function finestLevel({ data, widthPx, heightPx }: Raster, mask: Uint8Array, source: Uint8Array | undefined): FillLevel {
  const pixels = widthPx * heightPx;
  const colors = new Float32Array(pixels * 3);
  readOklab(data, 0, pixels, colors);
  const values = new Float32Array(pixels * channels);
  const roles = new Uint8Array(pixels);
  for (let at = 0; at < pixels; at += 1) {
    const alpha = (data[at * 4 + 3] ?? 0) / 255;
    for (let axis = 0; axis < 3; axis += 1) values[at * channels + axis] = (colors[at * 3 + axis] ?? 0) * alpha;
    values[at * channels + 3] = alpha;
    if (mask[at]) roles[at] = role.hole;
    else if (source && !source[at]) roles[at] = role.foreign;
  }
  return createLevel({ widthPx, heightPx }, values, roles);
}

function refusalOf({ roles, sourceCount }: FillLevel): FillRefusal | undefined {
  let holes = 0;
  let sources = 0;
  for (const each of roles) {
    if (each === role.hole) holes += 1;
    else if (each === role.source) sources += 1;
  }
  if (holes > 0 && sourceCount < minSources) return 'nothing-around';
  return holes > maxHolePixels || holes > maxShare * sources ? 'too-large' : undefined;
}

/** Returns how much the patches that lie partly in the hole differ from their matches. */
function rimDifference({ targets, roles, distance }: FillLevel): number {
  let sum = 0;
  let count = 0;
  for (const target of targets) {
    if (roles[target] === role.hole) continue;
    sum += distance[target] ?? 0;
    count += 1;
  }
  return Math.sqrt(sum / Math.max(1, count) / patchPixels);
}

/** Returns the levels, the finest first. The coarsest one still has enough to copy. */
function pyramidOf(finest: FillLevel): FillLevel[] {
  const levels = [finest];
  for (let level = finest; level.maxDepth > coarseDepthPx;) {
    level = halved(level);
    if (level.sourceCount < minSources || level.targets.length === 0) break;
    levels.push(level);
  }
  return levels;
}

/** Takes the matches of the level of half the size, and votes for the first values from them. */
function takeMatches(level: FillLevel, coarser: FillLevel, random: Random): void {
  const { widthPx, targets, nearest, isSource, heightPx } = level;
  const sources: number[] = [];
  for (const target of targets) {
    const [x, y] = [target % widthPx, Math.floor(target / widthPx)];
    const match = matchNear(coarser, x >> 1, y >> 1);
    const [column, row] = [2 * (match % coarser.widthPx) + (x & 1), 2 * Math.floor(match / coarser.widthPx) + (y & 1)];
    const source = Math.min(heightPx - 1, row) * widthPx + Math.min(widthPx - 1, column);
    if (match >= 0 && isSource[source] === 1) {
      nearest[target] = source;
      continue;
    }
    if (sources.length === 0) for (let at = 0; at < isSource.length; at += 1) if (isSource[at] === 1) sources.push(at);
    nearest[target] = sources[Math.floor(random() * sources.length)] ?? 0;
  }
  voteValues(level);
}

/** Returns the match of a pixel of a level, or of the nearest pixel that has one. */
function matchNear({ widthPx, heightPx, nearest }: FillLevel, x: number, y: number): number {
  const within = (value: number, length: number) => Math.min(length - 1 - reachPx, Math.max(reachPx, value));
  for (const dy of [0, 1, -1]) {
    for (const dx of [0, 1, -1]) {
      const match = nearest[within(y + dy, heightPx) * widthPx + within(x + dx, widthPx)] ?? -1;
      if (match >= 0) return match;
    }
  }
  return -1;
}

interface Refining {
  readonly isCoarsest: boolean;
  readonly expected: Float32Array | undefined;
  readonly random: Random;
  readonly pause: Pause;
}

async function refineLevel(level: FillLevel, { isCoarsest, expected, random, pause }: Refining): Promise<void> {
  const { widthPx, heightPx, targets } = level;
  const work = Math.max(1, targets.length);
  const rounds = isCoarsest ? coarseRounds : Math.max(1, Math.min(6, Math.round(fineWork / work)));
  const whole = Math.max(widthPx, heightPx);
  const search = createPatchSearch(level, isCoarsest ? whole : whole / 4, random, expected);
  for (let round = 0; round < rounds; round += 1) {
    search.measure();
    await pause();
    for (const isForward of [true, false]) {
      search.sweep(isForward);
      await pause();
    }
    voteValues(level);
  }
  search.measure();
  search.sweep(true);
}

type Pause = () => Promise<void>;

const pauseAfterMs = 50;

function createPause(signal: AbortSignal | undefined, yieldToEventLoop: (() => Promise<void>) | undefined): Pause {
  let lastAtMs = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (!yieldToEventLoop || performance.now() - lastAtMs < pauseAfterMs) return;
    await yieldToEventLoop();
    lastAtMs = performance.now();
  };
}
