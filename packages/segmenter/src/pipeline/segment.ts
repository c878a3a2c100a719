import type { Part, Size } from '../api/size.ts';
import type { Detail } from '../api/detail.ts';
import type { Prompt } from '../api/prompt.ts';
import type { Confidence, Matte } from '../api/segmentation.ts';
import { insertCloseUp, subjectPart } from '../matting/close-up.ts';
import { dropFaintParts } from '../matting/drop-faint-parts.ts';
import { findDisputed } from '../matting/find-disputed.ts';
import { heedReferee } from '../matting/heed-referee.ts';
import { measureConfidence } from '../matting/measure-confidence.ts';
import { normaliseMatte } from '../matting/normalise-matte.ts';
import { type Mask, resampleMask } from '../matting/resample-mask.ts';
import { unitePasses } from '../matting/unite-passes.ts';
import type { ModelSession, RunOptions, SessionRun } from '../inference/session.ts';
import { translateError } from '../api/translate-error.ts';
import { networkSize, type SizeLimits } from './network-size.ts';
import type { Picture } from './platform.ts';
import { scalePixels } from './scale-pixels.ts';

/** The network's result for an image. */
export interface Prediction extends Size {
  /** Share of each pixel that is subject: 0…1, row by row, stretched to the whole range. */
  readonly mask: Float32Array;
  /** The image at the mask's size: RGBA, 8-bit, opaque. */
  readonly pixels: Uint8ClampedArray;
  readonly subject: 'found' | 'none';
  readonly confidence: Confidence;
  /** Number of times that the network processed the image. */
  readonly passes: number;
}

/** Size of the first pass. Its mask is shown while the second pass runs. It takes 0.64 of the second pass's time. */
export const firstLimits: SizeLimits = { sidePx: 768, longSidePx: 1024 };
/** Size of the first pass when the browser refuses the memory for `firstLimits`. */
const smallerLimits: SizeLimits = { sidePx: 640, longSidePx: 832 };
/**
 * Size of the second pass, which determines the edges. Of the sizes from 512 to 1152 px this one omits the fewest parts of
 * subjects. See `docs/measured.md`.
 */
const secondLimits: SizeLimits = { sidePx: 960, longSidePx: 1280 };
/** Size of the close-up of the subject, which is made for fine detail. */
const closeUpLimits: SizeLimits = { sidePx: 1024, longSidePx: 1408 };
/** Size of the resulting mask for fine detail. */
const fineLimits: SizeLimits = { sidePx: 1024, longSidePx: 1280 };
/** Size of the part of an image that is processed for a prompt. It has 0.44 of the first pass's pixels. */
const promptLimits: SizeLimits = { sidePx: 512, longSidePx: 640 };
/** Share of the progress after which a prompt is worked out. */
const promptStart = 0.7;

export interface SegmentRun extends RunOptions {
  readonly detail: Detail;
  /** Names the objects that are the subject. Default: what stands out in the image. */
  readonly prompt?: Prompt | undefined;
  /** Called after each pass that another pass follows, with the result so far. */
  readonly onMask: (found: Prediction) => void;
}

/** The facts about a mask's computation: its provider, and the reason if it was a fallback. */
export type PredictionFacts = Omit<SessionRun, 'mask' | 'features'>;

type Found = Prediction & PredictionFacts;

/**
 * Runs the network to find how much of each pixel is subject. The first pass processes the working image quickly. The second
 * pass processes the full-size image in more pixels. For fine detail, a third pass processes a close-up of the subject. The
 * network omits different parts of a subject at each size, so `unitePasses` unites the masks. `CONTRIBUTING.md` describes the
 * passes, and `docs/measured.md` contains the measurements.
 * @param working input of the first pass; stays open.
 * @param full the full-size image, which is the input of the other passes; stays open. Its aspect ratio determines that of
 *   all passes.
 * @returns a mask of the second pass's size, or of `fineLimits` for fine detail. If the browser has memory for the first pass
 *   alone, that pass's mask.
 * @throws {SegmenterError} `out-of-memory` when there is not enough memory for the first pass either.
 */
export async function segment(
  working: Picture,
  full: Picture,
  session: ModelSession,
  options: SegmentRun,
): Promise<Found> {
  const { prompt, onMask, onProgress } = options;
  if (!prompt) return segmentWhole(working, full, session, options);
  const begin = (share: number) => onProgress(share * promptStart);
  const whole = prompt.matte
    ? await ofMatte(prompt.matte, full)
    : await segmentWhole(working, full, session, { ...options, onProgress: begin });
  onMask(whole);
  return prompted(whole, full, session, prompt, options);
}

/** Returns an earlier matte in the form of a pass. */
export async function ofMatte({ data, widthPx, heightPx }: Matte, full: Picture): Promise<Found> {
  const size = networkSize(full, secondLimits);
  const shares = new Float32Array(data.length);
  // A loop takes a fraction of the time of `Float32Array.from` with a function.
  for (let at = 0; at < shares.length; at += 1) shares[at] = (data[at] ?? 0) / 255;
  const mask = resampleMask({ mask: shares, widthPx, heightPx }, size);
  return {
    ...size,
    mask,
    pixels: await scalePixels(full, size),
    subject: 'found',
    confidence: { ...measureConfidence(mask, size), disputed: [] },
    passes: 0,
    provider: 'engine',
  };
}

/** Restricts the subject to what a prompt names. The user has decided, so nothing is disputed any more. */
async function prompted(
  whole: Found,
  full: Picture,
  session: ModelSession,
  prompt: Prompt,
  { signal, onProgress }: SegmentRun,
): Promise<Found> {
  // Most calls have no prompt, so its code is loaded when one comes.
  const { applyPrompt, promptGridOf } = await import('../prompt/apply-prompt.ts');
  const grid = promptGridOf(full);
  const image = { ...grid, pixels: await scalePixels(full, grid) };
  const looks = (prompt.points?.length ?? 0) + (prompt.box ? 1 : 0);
  const start = prompt.matte ? 0 : promptStart;
  let passes = 0;
  let facts: PredictionFacts = whole;
  const mask = await applyPrompt(whole, image, full, prompt, async (part) => {
    const size = session.fixedSize ?? networkSize(part, promptLimits);
    const seen = await segmentAt(full, session, size, { signal, onProgress: () => undefined, part });
    facts = seen;
    passes += 1;
    onProgress(start + (1 - start) * Math.min(1, passes / (looks + 1)));
    return seen;
  });
  return {
    ...whole,
    provider: facts.provider,
    ...(facts.fallback && { fallback: facts.fallback }),
    mask,
    subject: mask.some((share) => share >= minSubject) ? 'found' : 'none',
    confidence: { ...measureConfidence(mask, whole), disputed: [] },
    passes: whole.passes + passes,
  };
}

/** Mask value from which a pixel shows that there is a subject. */
const minSubject = 0.5;

async function segmentWhole(
  working: Picture,
  full: Picture,
  session: ModelSession,
  { detail, onMask, signal, onProgress }: SegmentRun,
): Promise<Found> {
  if (session.fixedSize) return settled(await segmentAt(full, session, session.fixedSize, { signal, onProgress }));
  const passes = [firstLimits, secondLimits, ...(detail === 'fine' ? [closeUpLimits] : [])];
  const sizes = passes.map((each) => networkSize(full, each));
  const see = (pass: number, picture: Picture, limits: SizeLimits, part?: Part) =>
    segmentAt(picture, session, networkSize(part ?? full, limits), {
      signal,
      onProgress: partOf(onProgress, sizes, pass),
      part,
    });

  const first = (await unlessOutOfMemory(see(0, working, firstLimits))) ?? (await see(0, working, smallerLimits));
  onMask(first);
  const second = await unlessOutOfMemory(see(1, full, secondLimits));
  const seen = await seenByReferee(second ?? first, session);
  const found = second ? united(second, first, full, seen) : settled(first, seen);
  if (detail === 'standard' || !second || found.subject === 'none') return found;
  onMask(found);
  const part = subjectPart(found, full);
  const closeUp = await unlessOutOfMemory(see(2, full, closeUpLimits, part));
  return closeUp?.subject === 'found' ? withCloseUp(found, closeUp, part, full, seen) : found;
}

/** Converts one pass's progress to that of all passes, which are weighted by their number of pixels. */
function partOf(onProgress: RunOptions['onProgress'], sizes: readonly Size[], pass: number): RunOptions['onProgress'] {
  const works = sizes.map(({ widthPx, heightPx }) => widthPx * heightPx);
  const sum = (of: readonly number[]) => of.reduce((total, work) => total + work, 0);
  const [before, own, all] = [sum(works.slice(0, pass)), works[pass] ?? 0, sum(works)];
  return (share) => onProgress((before + share * own) / all);
}

/** Awaits a pass. @returns undefined when there was not enough memory for it. */
async function unlessOutOfMemory<T>(pass: Promise<T>): Promise<T | undefined> {
  try {
    return await pass;
  } catch (error) {
    if (translateError(error).code !== 'out-of-memory') throw error;
    return undefined;
  }
}

/** Unites the masks of both passes, applies the referee, drops faint parts and lists the parts that stay disputed. */
function united(second: Found, first: Found, full: Size, seen: Mask | undefined): Found {
  const passes = first.passes + second.passes;
  if (first.subject === 'none') return settled({ ...second, passes }, seen);
  if (second.subject === 'none') return settled({ ...first, passes }, seen);
  const mask = unitePasses(second, first);
  const decided = seen && heedReferee(mask, second, seen);
  const confidence = { ...second.confidence, disputed: findDisputed(second, first, full, decided) };
  return withoutFaintParts({ ...second, mask, confidence, passes });
}

/** Runs the referee on the pixels that the network processed. @returns undefined when the model has no referee. */
async function seenByReferee(
  { pixels, widthPx, heightPx }: Found,
  { referee }: ModelSession,
): Promise<Mask | undefined> {
  if (!referee) return undefined;
  const size = { widthPx: referee.sidePx, heightPx: referee.sidePx };
  const openRows = () => (firstRow: number, rows: number) =>
    pixels.slice(firstRow * widthPx * 4, (firstRow + rows) * widthPx * 4);
  return { mask: referee.see(await scalePixels({ widthPx, heightPx, openRows }, size)), ...size };
}

/** Applies the referee and drops faint parts. The mask is changed in place. */
function settled(found: Found, seen?: Mask): Found {
  if (seen && found.subject === 'found') heedReferee(found.mask, found, seen);
  return withoutFaintParts(found);
}

function withoutFaintParts(found: Found): Found {
  const { mask, confidence } = found;
  dropFaintParts(mask, found);
  return { ...found, confidence: { ...measureConfidence(mask, found), disputed: confidence.disputed } };
}

async function withCloseUp(
  found: Found,
  closeUp: Found,
  part: Part,
  full: Picture,
  seen: Mask | undefined,
): Promise<Found> {
  const size = networkSize(full, fineLimits);
  const mask = insertCloseUp(found, closeUp, part, full, size);
  const pixels = await scalePixels(full, size);
  return settled({ ...found, ...size, mask, pixels, passes: found.passes + closeUp.passes }, seen);
}

interface PassOptions extends RunOptions {
  /** The part of the image to process; the whole image by default. */
  readonly part?: Part | undefined;
}

async function segmentAt(
  picture: Picture,
  session: ModelSession,
  size: Size,
  { part, ...options }: PassOptions,
): Promise<Found> {
  const { widthPx, heightPx } = size;
  const pixels = await scalePixels(picture, size, part);
  const { mask, ...facts } = await session.run(pixels, size, options);
  const subject = normaliseMatte(mask);
  return {
    mask,
    pixels,
    widthPx,
    heightPx,
    subject,
    confidence: { ...measureConfidence(mask, size), disputed: [] },
    passes: 1,
    ...facts,
  };
}
