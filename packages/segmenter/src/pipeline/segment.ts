import type { Size } from '../api/size.ts';
import { blendMasks, type MaskQuality, secondPassWeight, wantsSecondPass } from '../matting/blend-masks.ts';
import type { Detail } from '../api/options.ts';
import type { Confidence } from '../api/segmentation.ts';
import { measureConfidence, measureSolidity } from '../matting/measure-confidence.ts';
import { normaliseMatte } from '../matting/normalise-matte.ts';
import type { ModelSession, RunOptions, SessionRun } from '../inference/session.ts';
import { translateError } from '../api/translate-error.ts';
import { networkSize, type SizeLimits } from './network-size.ts';
import type { Picture } from './platform.ts';
import type { Preprocessed } from './preprocess.ts';

/** What the network makes of a picture. */
export interface Prediction extends Size {
  /** How much of each pixel is subject: 0…1, row by row, stretched to the whole range. */
  readonly mask: Float32Array;
  readonly subject: 'found' | 'none';
  readonly confidence: Confidence;
  /** How often the network saw the picture. */
  readonly passes: number;
}

/**
 * How much smaller the second pass's square is at least. The network judges a picture of another size anew: what it doubts at
 * the one it often knows at the other.
 */
const secondStepPx = 128;
/** The second pass's largest square, 0.44 of the time of one of 768 px. Larger ones take longer and correct no more. */
const maxSecondPx = 512;

/**
 * How the detail is looked at. In `standard` doubt leads to a second pass; `fine`
 * always makes one, of the mirrored picture, and counts it by half or more: that gains where the first pass is sure
 * and wrong. For the figures see `CONTRIBUTING.md`.
 */
const passesOf = {
  standard: { isSecondSure: false, isMirrored: false, minWeight: 0 },
  fine: { isSecondSure: true, isMirrored: true, minWeight: 0.5 },
} as const satisfies Readonly<Record<Detail, object>>;

export interface SegmentRun extends RunOptions {
  readonly detail: Detail;
  /** Called with what the first pass has found, where a second one follows. */
  readonly onFirstMask: (first: Prediction) => void;
}

/** By what means it came. */
export type PredictionFacts = Omit<SessionRun, 'mask'>;

/**
 * Asks the network how much of each pixel is subject; where it is not sure or the detail is fine, a second time of a smaller
 * picture. Where the masks differ by a part of the picture, the second counts unless the first is surer by far.
 * @param working the working picture; stays open.
 * @param lossless the second pass is of this; stays open.
 * @param full the full-size picture's size, whose shape says in which one the network is to see it.
 * @param limits see `networkSize`, where the network takes any size. Where the browser refuses the memory for the first of
 *   them, the next is tried.
 * @returns the mask at the first pass's size.
 * @throws {SegmenterError} `out-of-memory` when there is none for the last of `limits` either.
 */
export async function segment(
  { working, lossless }: Pick<Preprocessed, 'working' | 'lossless'>,
  full: Size,
  session: ModelSession,
  limits: readonly [SizeLimits, ...SizeLimits[]],
  options: SegmentRun,
): Promise<Prediction & PredictionFacts> {
  const { signal, onProgress } = options;
  const { isSecondSure, isMirrored, minWeight } = passesOf[options.detail];
  if (session.fixedSize) return segmentAt(working, session, session.fixedSize, options);
  const [{ sidePx, longSidePx }] = limits;
  const secondSidePx = Math.min(sidePx - secondStepPx, maxSecondPx);
  const smaller = networkSize(full, { sidePx: secondSidePx, longSidePx });
  // Whether doubt leads to a second pass shows only when the first is done: its part of the progress is left for it.
  const firstShare = shareOf(networkSize(full, limits[0]), smaller);
  const first = await segmentWithin(working, full, session, limits, {
    signal,
    onProgress: (share) => onProgress(share * firstShare),
  });
  if (first.subject === 'none' || !(isSecondSure || wantsSecondPass(qualityOf(first)))) return first;
  options.onFirstMask(first);
  try {
    const second = await segmentAt(lossless, session, smaller, {
      signal,
      onProgress: (share) => onProgress(firstShare + share * (1 - firstShare)),
      isMirrored,
    });
    return { ...combined(first, second, minWeight), passes: 2 };
  } catch (error) {
    if (translateError(error).code !== 'out-of-memory') throw error;
    return first;
  }
}

/** @returns how much of two passes' work the first is. */
function shareOf(first: Size, second: Size): number {
  const work = ({ widthPx, heightPx }: Size) => widthPx * heightPx;
  return work(first) / (work(first) + work(second));
}

function combined<T extends Prediction>(first: T, second: T, minWeight: number): T {
  const weight = Math.max(minWeight, secondPassWeight(qualityOf(first), qualityOf(second)));
  if (weight === 0) return first;
  const mask = blendMasks(first, second, weight);
  return { ...first, mask, confidence: measureConfidence(mask, first) };
}

function qualityOf({ mask, confidence }: Prediction): MaskQuality {
  return { confidence: confidence.value, solidity: measureSolidity(mask) };
}

async function segmentWithin(
  working: Picture,
  full: Size,
  session: ModelSession,
  limits: readonly SizeLimits[],
  options: RunOptions,
): Promise<Prediction & PredictionFacts> {
  for (const [attempt, each] of limits.entries()) {
    try {
      return await segmentAt(working, session, networkSize(full, each), options);
    } catch (error) {
      if (translateError(error).code !== 'out-of-memory' || attempt === limits.length - 1) throw error;
    }
  }
  throw new Error('there was no size to try');
}

async function segmentAt(
  picture: Picture,
  session: ModelSession,
  size: Size,
  { isMirrored = false, ...options }: RunOptions & { readonly isMirrored?: boolean },
): Promise<Prediction & PredictionFacts> {
  const { widthPx, heightPx } = size;
  const pixels = await picture.pixels(size);
  if (isMirrored) mirror(new Uint32Array(pixels.buffer, pixels.byteOffset, widthPx * heightPx), size);
  const { mask, ...facts } = await session.run(pixels, size, options);
  if (isMirrored) mirror(mask, size);
  const subject = normaliseMatte(mask);
  return { mask, widthPx, heightPx, subject, confidence: measureConfidence(mask, size), passes: 1, ...facts };
}

/** Swaps left and right, in place. */
function mirror(plane: Uint32Array | Float32Array, { widthPx, heightPx }: Size): void {
  for (let row = 0; row < heightPx; row += 1) plane.subarray(row * widthPx, (row + 1) * widthPx).reverse();
}
