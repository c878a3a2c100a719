import type { Segmentation } from '@isola/segmenter';

import type { RefinedPart } from '#imaging/compositor-protocol.ts';

import { createPyramid, type Pyramid } from '../canvas/create-pyramid.ts';
import type { Photo } from '../removal.ts';

/** The photo and its cut-out as they are painted at any scale. Both are made when they are first asked for. */
export interface Pictures {
  readonly cutout: () => Pyramid;
  /** Nothing until the browser has decoded the photo once more; `onChange` tells when. */
  readonly original: () => Pyramid | undefined;
  /** Takes over what has changed of the cut-out; `undefined` brings the first one back. */
  readonly take: (part: RefinedPart | undefined) => void;
  /** Frees the memory; whoever asks again gets them anew. */
  readonly close: () => void;
}

export function createPictures(photo: Photo, result: Segmentation, onChange: () => void): Pictures {
  const { widthPx, heightPx } = result;
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx };
  let cutout: Pyramid | undefined;
  let original: Pyramid | undefined;
  let decoding: object | undefined;

  function firstCutout(): Pyramid {
    const pyramid = createPyramid(widthPx, heightPx, onChange);
    pyramid.update(result.cutout, whole);
    return pyramid;
  }

  async function decode(own: object): Promise<void> {
    const bitmap = await createImageBitmap(photo.file, { imageOrientation: 'from-image' });
    if (decoding === own) {
      original = createPyramid(widthPx, heightPx, onChange);
      original.update(bitmap, whole);
      onChange();
    }
    bitmap.close();
  }

  return {
    cutout: () => (cutout ??= firstCutout()),
    original() {
      if (!original && !decoding) {
        decoding = {};
        // What cannot be decoded again is not compared; the cut-out is there all the same.
        decode(decoding).catch(() => undefined);
      }
      return original;
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
