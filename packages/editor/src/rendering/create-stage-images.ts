import type { RefinedPart } from '@isola/imaging';
import type { Segmentation } from '@isola/segmenter';

import { createTilePyramid, type TilePyramid } from './create-tile-pyramid.ts';
import type { SourceImage } from '../session/segmentation-session.ts';

/** The image and its cutout as they are painted at any scale. Both are made when they are first asked for. */
export interface StageImages {
  readonly cutout: () => TilePyramid;
  /** Nothing until the browser has decoded the image once more; `onChange` tells when. */
  readonly original: () => TilePyramid | undefined;
  /** @returns resolves when both can be drawn; where the image cannot be decoded again, when the cutout can. */
  readonly prepare: () => Promise<void>;
  /** Takes over what has changed of the cutout; `undefined` brings the first one back. */
  readonly take: (part: RefinedPart | undefined) => void;
  /** Frees the memory; whoever asks again gets them anew. */
  readonly close: () => void;
}

export function createStageImages(photo: SourceImage, result: Segmentation, onChange: () => void): StageImages {
  const { widthPx, heightPx } = result;
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx };
  let cutout: TilePyramid | undefined;
  let original: TilePyramid | undefined;
  let decoding: { done: Promise<void> } | undefined;

  function firstCutout(): TilePyramid {
    const pyramid = createTilePyramid(widthPx, heightPx, onChange);
    pyramid.update(result.cutout, whole);
    return pyramid;
  }

  async function decode(isWanted: () => boolean): Promise<void> {
    const bitmap = await createImageBitmap(photo.file, { imageOrientation: 'from-image' });
    if (isWanted()) {
      original = createTilePyramid(widthPx, heightPx, onChange);
      original.update(bitmap, whole);
      onChange();
    }
    bitmap.close();
  }

  function startDecoding(): Promise<void> {
    if (!decoding) {
      const own = { done: Promise.resolve() };
      decoding = own;
      // What cannot be decoded again is not compared; the cutout is there all the same.
      own.done = decode(() => decoding === own).catch(() => undefined);
    }
    return decoding.done;
  }

  return {
    cutout: () => (cutout ??= firstCutout()),
    original() {
      if (!original) void startDecoding();
      return original;
    },
    async prepare() {
      cutout ??= firstCutout();
      await startDecoding();
      await Promise.all([cutout?.untilDrawable(), original?.untilDrawable()]);
    },
    take(part) {
      if (part) {
        const { x, y, widthPx: width, heightPx: height } = part.rect;
        (cutout ??= firstCutout()).update(part.bitmap, { x, y, width, height });
        part.bitmap.close();
      } else {
        cutout?.close();
        cutout = undefined;
      }
    },
    close() {
      cutout?.close();
      original?.close();
      cutout = undefined;
      original = undefined;
      decoding = undefined;
    },
  };
}
