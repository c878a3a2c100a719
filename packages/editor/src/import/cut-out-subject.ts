import { gathered, type Matte, type Size, sourceFrom, transformCutout } from '@isola/imaging';
import type { Segmenter, SegmentOptions } from '@isola/segmenter';

import { subjectBox } from '../document/crop-geometry.ts';
import { encodeCutout } from '../image/encode-cutout.ts';
import type { Failure } from '../model/failure.ts';
import { failureOf, openImage } from './open-file.ts';

/** A subject that was cut out of another image, or the reason why there is none. */
export type CutOutcome =
  | CutSubject
  | { readonly failure: Failure }
  /** No subject was found. `whole` is the image as it is. */
  | { readonly failure: 'nothing'; readonly whole: CutSubject };

export interface CutSubject {
  /** The subject as a PNG, trimmed to its box. */
  readonly picture: Blob;
  readonly size: Size;
}

export interface CutOptions extends Required<Pick<SegmentOptions, 'signal' | 'onProgress'>> {
  readonly segmenter: Pick<Segmenter, 'segment'>;
}

/** Alpha from which on a pixel is within the box of the subject. Tips of hair are, and faint traces of the background are not. */
const softThreshold = 16;
/** Smallest share of the image that counts as a subject. A smaller one is dust. */
const smallestShare = 0.001;
/** Longest side of the stored subject, in px. */
const maxSidePx = 4096;

/**
 * Cuts the subject out of a file on the device.
 * @throws the signal's reason when it was aborted.
 */
export async function cutOutSubject(file: Blob, { segmenter, signal, onProgress }: CutOptions): Promise<CutOutcome> {
  const opened = await openImage(file);
  signal.throwIfAborted();
  if ('failure' in opened) return opened;
  try {
    const { sharedPixels, matte, run, subject } = await segmenter.segment(opened.picture, {
      outputs: ['sharedPixels'],
      detail: 'standard',
      signal,
      onProgress,
    });
    if (run.passes === 0) await restoreColors(sharedPixels, opened.picture);
    signal.throwIfAborted();
    const found = subject === 'none' ? undefined : await trimmedSubject(sharedPixels, matte, signal);
    const { widthPx, heightPx } = matte;
    return found ?? { failure: 'nothing', whole: { picture: opened.picture, size: { widthPx, heightPx } } };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: failureOf(error) };
  }
}

/**
 * Trims a cutout to the box of its subject and encodes it.
 * @param pixels RGBA, straight alpha.
 * @param matte alpha of the cutout, of the same size.
 * @returns undefined when nothing larger than dust is visible.
 * @throws the signal's reason when it was aborted. {SegmenterError} see `encodeCutout`.
 */
export async function trimmedSubject(
  pixels: Uint8ClampedArray,
  matte: Matte,
  signal: AbortSignal,
): Promise<CutSubject | undefined> {
  const opaque = matte.data.reduce((count, alpha) => count + (alpha >= 128 ? 1 : 0), 0);
  const box = subjectBox(matte, softThreshold);
  if (!box || opaque < smallestShare * matte.data.length) return undefined;
  const trimmed = await reduced(pixels, matte, box, () => yieldTo(signal));
  const picture = await encodeCutout(trimmed.data, trimmed);
  signal.throwIfAborted();
  return { picture, size: { widthPx: trimmed.widthPx, heightPx: trimmed.heightPx } };
}

/** Replaces the colours of an image with its own transparency by those of its file, because a canvas has rounded them. */
async function restoreColors(pixels: Uint8ClampedArray, file: Blob): Promise<void> {
  try {
    const { restoreOwnColors } = await import('./own-colors.ts');
    await restoreOwnColors(pixels, file);
  } catch (error) {
    // The rounded colours are good enough: no subject is refused for them.
    reportError(error);
  }
}

/** Cuts a box out of a cutout, and reduces it to `maxSidePx`. */
function reduced(
  pixels: Uint8ClampedArray,
  { widthPx, heightPx }: Size,
  box: NonNullable<ReturnType<typeof subjectBox>>,
  yieldToEventLoop: () => Promise<void>,
) {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const perPx = Math.max(1, Math.max(width, height) / maxSidePx);
  const transform = {
    toPhoto: { a: perPx, b: 0, c: 0, d: perPx, e: box.left, f: box.top },
    widthPx: Math.max(1, Math.round(width / perPx)),
    heightPx: Math.max(1, Math.round(height / perPx)),
  };
  const source = sourceFrom({ widthPx, heightPx, data: pixels });
  return gathered(transformCutout(source, transform, yieldToEventLoop), yieldToEventLoop);
}

async function yieldTo(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}
