import { gathered, type Size, sourceFrom, transformCutout } from '@isola/imaging';
import type { Segmenter, SegmentOptions } from '@isola/segmenter';

import { subjectBox } from '../document/crop-geometry.ts';
import { encodeCutout } from '../image/encode-cutout.ts';
import type { Failure } from '../model/failure.ts';
import { failureOf, openImage } from './open-file.ts';

/** A subject that was cut out of another image, or the reason why there is none. `nothing`: no subject was found. */
export type CutOutcome = CutSubject | { readonly failure: Failure | 'nothing' };

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
    const opaque = matte.data.reduce((count, alpha) => count + (alpha >= 128 ? 1 : 0), 0);
    const box = subjectBox(matte, softThreshold);
    if (subject === 'none' || !box || opaque < smallestShare * matte.data.length) return { failure: 'nothing' };
    const trimmed = await reduced(sharedPixels, matte, box, () => yieldTo(signal));
    const picture = await encodeCutout(trimmed.data, trimmed);
    signal.throwIfAborted();
    return { picture, size: { widthPx: trimmed.widthPx, heightPx: trimmed.heightPx } };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: failureOf(error) };
  }
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
