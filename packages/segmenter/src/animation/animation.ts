import { SegmenterError } from '../api/errors.ts';
import type { Size } from '../api/size.ts';
import { isTooLarge } from '../pipeline/inspect-image.ts';

/** File formats of animations. A PNG with several frames is an APNG. */
export const animationFormats = ['gif', 'webp', 'png'] as const;

export type AnimationFormat = (typeof animationFormats)[number];

/** Largest number of pixels of all frames together: 1000 frames of one megapixel. */
export const maxAnimationPixels = 1_000_000_000;

/** The facts about an animation that its file states before the first frame. */
export interface AnimationHeader extends Size {
  /** Number of frames, at least 1. */
  readonly frames: number;
  /** Number of times that the animation is played; 0 is without end. */
  readonly plays: number;
}

/** A whole frame of an animation, as it is shown. */
export interface AnimationFrame {
  /** RGBA, 8-bit sRGB, straight alpha, row by row, at the animation's size. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Time for which the frame is shown, in milliseconds. 0 leaves the time to the program that shows it. */
  readonly durationMs: number;
}

/** Collects the encoded frames of an animation in one file. Each frame replaces the one before it entirely. */
export interface AnimationWriter {
  /**
   * Adds a frame.
   * @param file the frame as an image file of the animation's format and size.
   * @throws {SegmenterError} `processing-failed` when the file is not such an image.
   */
  add(file: Uint8Array, durationMs: number): void;
  /** Returns the animation. It must be called once, after the last frame. */
  finish(): Blob;
}

/** Checks the size of an animation and of all its frames. @throws {SegmenterError} `image-too-large`. */
export function checkAnimationSize({ widthPx, heightPx, frames }: AnimationHeader): void {
  if (!isTooLarge(widthPx, heightPx) && widthPx * heightPx * frames <= maxAnimationPixels) return;
  throw new SegmenterError('image-too-large', `${frames} frames of ${widthPx} × ${heightPx} px`);
}

/** Returns the error for a frame that the writer of a format does not accept. */
export function unexpectedFrame(detail: string): SegmenterError {
  return new SegmenterError('processing-failed', `an encoded frame cannot be added: ${detail}`);
}
