import type { Size } from '../api/size.ts';
import { blendMasks, type MaskQuality, secondPassWeight, wantsSecondPass } from '../matting/blend-masks.ts';
import type { Confidence } from '../api/segmentation.ts';
import { measureConfidence, measureSolidity } from '../matting/measure-confidence.ts';
import { normaliseMatte } from '../matting/normalise-matte.ts';
import type { ModelSession, RunOptions, SessionRun } from '../inference/session.ts';
import { translateError } from '../api/translate-error.ts';
import { context2d } from './context-2d.ts';
import { networkSize } from './network-size.ts';
import { onWhite } from './preprocess.ts';

/** What the network makes of a picture. */
export interface Prediction extends Size {
  /** How much of each pixel is subject: 0…1, row by row, stretched to the whole range. */
  readonly mask: Float32Array;
  readonly subject: 'found' | 'none';
  readonly confidence: Confidence;
}

/** What to be content with when the browser refuses the memory for more; the owner's steps. */
const smallerLongSidesPx = [768, 640];

/** By what means it came. */
export type PredictionFacts = Omit<SessionRun, 'mask'>;

/**
 * Asks the network how much of each pixel is subject; where it is not sure, twice: of a picture in its own aspect, and of
 * the same squashed to a square, as all were that it was trained on. The second mask counts unless the first is surer by far.
 * @param working the working picture; stays open.
 * @param original the second pass is of this, without the working picture's loss; stays open.
 * @param longSidePx see `networkSize`, where the network takes any size. Where the browser refuses the memory for it, a
 *   smaller one is tried.
 * @returns the mask at the size of the pass that counts; of a blend, at the first one's.
 * @throws {SegmenterError} `out-of-memory` when there is none for the smallest either.
 */
export async function segment(
  working: ImageBitmap,
  original: ImageBitmap,
  session: ModelSession,
  longSidePx: number,
  options: RunOptions,
): Promise<Prediction & PredictionFacts> {
  const { signal, onProgress } = options;
  const shape = session.fixedSize ?? networkSize({ widthPx: working.width, heightPx: working.height }, longSidePx);
  const mayRepeat = !session.fixedSize && shape.widthPx !== shape.heightPx;
  // Whether there will be a second pass shows only when the first is done: half of the progress is left for it.
  const first = await segmentOnce(working, session, longSidePx, {
    signal,
    onProgress: mayRepeat ? (share) => onProgress(share / 2) : onProgress,
  });
  if (!mayRepeat || first.subject === 'none' || !wantsSecondPass(qualityOf(first))) return first;
  const size = { widthPx: longSidePx, heightPx: longSidePx };
  const square = onWhite(original, size).canvas.transferToImageBitmap();
  try {
    const second = await segmentAt(square, session, size, {
      signal,
      onProgress: (share) => onProgress((1 + share) / 2),
    });
    return combined(first, second);
  } catch (error) {
    if (translateError(error).code !== 'out-of-memory') throw error;
    return first;
  } finally {
    square.close();
  }
}

function combined<T extends Prediction>(first: T, second: T): T {
  const weight = secondPassWeight(qualityOf(first), qualityOf(second));
  if (weight === 0) return first;
  if (weight === 1) return second;
  const mask = blendMasks(first, second, weight);
  return { ...first, mask, confidence: measureConfidence(mask, first) };
}

function qualityOf({ mask, confidence }: Prediction): MaskQuality {
  return { confidence: confidence.value, solidity: measureSolidity(mask) };
}

async function segmentOnce(
  image: ImageBitmap,
  session: ModelSession,
  longSidePx: number,
  options: RunOptions,
): Promise<Prediction & PredictionFacts> {
  const picture = { widthPx: image.width, heightPx: image.height };
  const sizes = session.fixedSize
    ? [session.fixedSize]
    : [longSidePx, ...smallerLongSidesPx.filter((px) => px < longSidePx)].map((px) => networkSize(picture, px));
  for (const [attempt, size] of sizes.entries()) {
    try {
      return await segmentAt(image, session, size, options);
    } catch (error) {
      if (translateError(error).code !== 'out-of-memory' || attempt === sizes.length - 1) throw error;
    }
  }
  throw new Error('there was no size to try');
}

async function segmentAt(
  image: ImageBitmap,
  session: ModelSession,
  size: Size,
  options: RunOptions,
): Promise<Prediction & PredictionFacts> {
  const { widthPx, heightPx } = size;
  const context = context2d(widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  const pixels = context.getImageData(0, 0, widthPx, heightPx).data;
  const { mask, ...facts } = await session.run(pixels, size, options);
  const subject = normaliseMatte(mask);
  return { mask, widthPx, heightPx, subject, confidence: measureConfidence(mask, size), ...facts };
}
