import type { RefinedPart } from '@isola/imaging';
import { createStore } from 'zustand/vanilla';

import { createTilePyramid, type TilePyramid } from './create-tile-pyramid.ts';
import { borrowBitmap } from '../image/borrow-bitmap.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';

export interface StageImagesState {
  /** The image's pixels; undefined until they are decoded. */
  readonly original: TilePyramid | undefined;
  /** Incremented when more of the images can be painted, or their pixels have changed. */
  readonly version: number;
}

/** The image and its cutout, paintable at any scale. Each is made when it is first requested. */
export interface StageImages extends ReadonlyStore<StageImagesState> {
  readonly cutout: () => TilePyramid;
  /** Requests the state's `original`. */
  readonly decodeOriginal: () => void;
  /**
   * @returns a promise that resolves when both can be drawn. If the image cannot be decoded, it resolves when the
   *   cutout can be drawn.
   */
  readonly prepare: () => Promise<void>;
  /** Takes over the changed part of the cutout. `undefined` restores the first cutout. */
  readonly take: (part: RefinedPart | undefined) => void;
  /** Frees the memory; both are made again when they are next requested. */
  readonly close: () => void;
}

/**
 * @param renderCutout Renders the whole cutout in its current state. It is called when the browser has lost the pixels
 *   together with the graphics card. The caller of `createStageImages` does not close the bitmap.
 */
export function createStageImages(
  image: SourceImage,
  result: ImageSegmentation,
  renderCutout: () => Promise<ImageBitmap> = () => createImageBitmap(result.cutout),
): StageImages {
  const { widthPx, heightPx } = result;
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx };
  const { setState, ...store } = createStore<StageImagesState>(() => ({ original: undefined, version: 0 }));
  let cutout: TilePyramid | undefined;
  let decoding: { done: Promise<void> } | undefined;

  function onChange(): void {
    setState(({ version }) => ({ version: version + 1 }));
  }

  function firstCutout(): TilePyramid {
    const pyramid = createTilePyramid(widthPx, heightPx, onChange, () => void restoreCutout(pyramid));
    pyramid.update(result.cutout, whole);
    return pyramid;
  }

  async function restoreCutout(lost: TilePyramid): Promise<void> {
    // The pixels before the edits are there at once.
    lost.update(result.cutout, whole);
    onChange();
    const bitmap = await renderCutout().catch(() => undefined);
    if (bitmap && cutout === lost) lost.update(bitmap, whole);
    bitmap?.close();
    onChange();
  }

  function restoreOriginal(): void {
    store.getState().original?.close();
    decoding = undefined;
    setState(({ version }) => ({ original: undefined, version: version + 1 }));
    void startDecoding();
  }

  async function decode(isWanted: () => boolean): Promise<void> {
    const { bitmap, giveBack } = await borrowBitmap(image);
    if (isWanted()) {
      const original = createTilePyramid(widthPx, heightPx, onChange, restoreOriginal);
      original.update(bitmap, whole);
      setState(({ version }) => ({ original, version: version + 1 }));
    }
    giveBack();
  }

  function startDecoding(): Promise<void> {
    if (!decoding) {
      const own = { done: Promise.resolve() };
      decoding = own;
      // An image that cannot be decoded is not compared; the cutout is still shown.
      own.done = decode(() => decoding === own).catch(() => undefined);
    }
    return decoding.done;
  }

  return {
    ...store,
    cutout: () => (cutout ??= firstCutout()),
    decodeOriginal: () => void startDecoding(),
    async prepare() {
      cutout ??= firstCutout();
      await startDecoding();
      await Promise.all([cutout?.untilDrawable(), store.getState().original?.untilDrawable()]);
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
      onChange();
    },
    close() {
      cutout?.close();
      store.getState().original?.close();
      cutout = undefined;
      decoding = undefined;
      setState({ original: undefined });
    },
  };
}
