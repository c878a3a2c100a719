import type { Part, Size } from '../api/size.ts';
import { blendMasks, type MaskQuality, secondPassWeight, wantsSecondPass } from '../matting/blend-masks.ts';
import type { Detail } from '../api/options.ts';
import type { Confidence } from '../api/segmentation.ts';
import { insertCloseUp, subjectPart } from '../matting/close-up.ts';
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
/** The second pass's largest square, half of the time of one of 768 px. Larger ones take longer and correct less, and so do smaller ones. */
const maxSecondPx = 576;

/** At which the subject alone is seen where the detail is to be fine: 1.17 of the time of a square of 768 px. */
const closeUpLimits: SizeLimits = { sidePx: 832, longSidePx: 1152 };

export interface SegmentRun extends RunOptions {
  readonly detail: Detail;
  /** Called with what is found so far, where another pass follows. */
  readonly onMask: (found: Prediction) => void;
}

/** By what means it came. */
export type PredictionFacts = Omit<SessionRun, 'mask'>;

type Found = Prediction & PredictionFacts;

/**
 * Asks the network how much of each pixel is subject; where it is not sure, a second time of a smaller picture; and where the
 * detail is to be fine, once more of the subject alone, from the full-size picture. Where the first two masks differ by a part of the
 * picture, the second counts unless the first is surer by far. For the figures see `CONTRIBUTING.md`.
 * @param working the working picture; stays open.
 * @param lossless the second pass is of this; stays open.
 * @param full the full-size picture; stays open. Its shape says in which one the network is to see it.
 * @param limits see `networkSize`, where the network takes any size. Where the browser refuses the memory for the first of
 *   them, the next is tried.
 * @returns the mask at the first pass's size, or of fine detail at the working picture's.
 * @throws {SegmenterError} `out-of-memory` when there is none for the last of `limits` either.
 */
export async function segment(
  { working, lossless }: Pick<Preprocessed, 'working' | 'lossless'>,
  full: Picture,
  session: ModelSession,
  limits: readonly [SizeLimits, ...SizeLimits[]],
  { detail, onMask, signal, onProgress }: SegmentRun,
): Promise<Found> {
  if (session.fixedSize) return segmentAt(working, session, session.fixedSize, { signal, onProgress });
  const [{ sidePx, longSidePx }] = limits;
  const firstSize = networkSize(full, limits[0]);
  const smaller = networkSize(full, { sidePx: Math.min(sidePx - secondStepPx, maxSecondPx), longSidePx });
  // Whether doubt leads to a second pass shows only when the first is done: its part of the progress is left for it.
  const sizes = [firstSize, smaller, ...(detail === 'fine' ? [networkSize(full, closeUpLimits)] : [])];
  const passOptions = (pass: number) => ({ signal, onProgress: partOf(onProgress, sizes, pass) });

  let found = await segmentWithin(working, full, session, limits, passOptions(0));
  if (found.subject === 'found' && wantsSecondPass(qualityOf(found))) {
    onMask(found);
    const second = await unlessOutOfMemory(segmentAt(lossless, session, smaller, passOptions(1)));
    if (second) found = combined(found, second);
  }
  if (detail === 'standard' || found.subject === 'none') return found;
  onMask(found);
  const part = subjectPart(found, full);
  const looking = segmentWithin(full, part, session, [closeUpLimits, ...limits], { ...passOptions(2), part });
  const closeUp = await unlessOutOfMemory(looking);
  return closeUp?.subject === 'found' ? withCloseUp(found, closeUp, part, full, lossless) : found;
}

/** @returns what tells one pass's progress as that of all, by their pixels. */
function partOf(onProgress: RunOptions['onProgress'], sizes: readonly Size[], pass: number): RunOptions['onProgress'] {
  const works = sizes.map(({ widthPx, heightPx }) => widthPx * heightPx);
  const sum = (of: readonly number[]) => of.reduce((total, work) => total + work, 0);
  const [before, own, all] = [sum(works.slice(0, pass)), works[pass] ?? 0, sum(works)];
  return (share) => onProgress((before + share * own) / all);
}

/** @returns undefined where there was no memory for it. */
async function unlessOutOfMemory<T>(pass: Promise<T>): Promise<T | undefined> {
  try {
    return await pass;
  } catch (error) {
    if (translateError(error).code !== 'out-of-memory') throw error;
    return undefined;
  }
}

function combined(first: Found, second: Found): Found {
  const weight = secondPassWeight(qualityOf(first), qualityOf(second));
  const passes = first.passes + second.passes;
  if (weight === 0) return { ...first, passes };
  const mask = blendMasks(first, second, weight);
  return { ...first, mask, confidence: measureConfidence(mask, first), passes };
}

/** @param size of the result. */
function withCloseUp(found: Found, closeUp: Found, part: Part, full: Size, { widthPx, heightPx }: Size): Found {
  const size = { widthPx, heightPx };
  const mask = insertCloseUp(found, closeUp, part, full, size);
  return { ...found, ...size, mask, confidence: measureConfidence(mask, size), passes: found.passes + closeUp.passes };
}

function qualityOf({ mask, confidence }: Prediction): MaskQuality {
  return { confidence: confidence.value, solidity: measureSolidity(mask) };
}

/** @param shape whose shape says in which one the network is to see it. */
async function segmentWithin(
  picture: Picture,
  shape: Size,
  session: ModelSession,
  limits: readonly SizeLimits[],
  options: PassOptions,
): Promise<Found> {
  for (const [attempt, each] of limits.entries()) {
    try {
      return await segmentAt(picture, session, networkSize(shape, each), options);
    } catch (error) {
      if (translateError(error).code !== 'out-of-memory' || attempt === limits.length - 1) throw error;
    }
  }
  throw new Error('there was no size to try');
}

interface PassOptions extends RunOptions {
  /** Of the picture; all of it by default. */
  readonly part?: Part;
}

async function segmentAt(
  picture: Picture,
  session: ModelSession,
  size: Size,
  { part, ...options }: PassOptions,
): Promise<Found> {
  const { widthPx, heightPx } = size;
  const { mask, ...facts } = await session.run(await picture.pixels(size, part), size, options);
  const subject = normaliseMatte(mask);
  return { mask, widthPx, heightPx, subject, confidence: measureConfidence(mask, size), passes: 1, ...facts };
}
