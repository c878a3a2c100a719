import type { Segmentation } from '@isola/segmenter';

/** Segmentation of an image, in the forms in which it is edited, shown and saved. */
export interface ImageSegmentation extends Segmentation<'cutout'> {
  /** The cutout's pixels: RGBA, straight alpha. Undefined where only its PNG is known, as of a saved project. */
  readonly pixels: Uint8ClampedArray | undefined;
  readonly png: CutoutPng;
}

/** The cutout as a file, which is written when it is first needed, and once. */
export interface CutoutPng {
  /** Undefined until it is written. */
  readonly file: Blob | undefined;
  /** @throws {SegmenterError} `out-of-memory`, `resource-load-failed` or `network`; another call tries again. */
  readonly write: () => Promise<Blob>;
}

/** The outputs that `imageSegmentation` takes. */
export const editorOutputs = ['cutout', 'sharedPixels'] as const;

/** @param segmentation with `editorOutputs`. */
export function imageSegmentation({
  sharedPixels: pixels,
  ...segmentation
}: Segmentation<(typeof editorOutputs)[number]>): ImageSegmentation {
  const { widthPx, heightPx } = segmentation;
  let file: Blob | undefined;
  let writing: Promise<Blob> | undefined;
  const write = async () => {
    try {
      const { encodeCutout } = await import('./encode-cutout.ts');
      return (file = await encodeCutout(pixels, { widthPx, heightPx }));
    } catch (error) {
      writing = undefined;
      throw error;
    }
  };
  return {
    ...segmentation,
    pixels,
    png: {
      get file() {
        return file;
      },
      write: () => (writing ??= write()),
    },
  };
}

/** A file that is there already. */
export function writtenPng(file: Blob): CutoutPng {
  return { file, write: () => Promise.resolve(file) };
}
