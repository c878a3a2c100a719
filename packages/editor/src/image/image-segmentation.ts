import type { Segmentation } from '@isola/segmenter';

/** Segmentation of an image in the forms in which it is edited, shown and saved. */
export interface ImageSegmentation extends Segmentation<'cutout'> {
  /** The cutout's pixels: RGBA, straight alpha. Undefined when only its PNG is known, as in a saved project. */
  readonly pixels: Uint8ClampedArray | undefined;
  readonly png: CutoutPng;
}

/** The cutout as a PNG, which is written once, when it is first needed. */
export interface CutoutPng {
  /** The written file; undefined until then. */
  readonly file: Blob | undefined;
  /**
   * Writes the file, or returns the one that is written already.
   * @throws {SegmenterError} `out-of-memory`, `resource-load-failed` or `network`. Another call tries again.
   */
  readonly write: () => Promise<Blob>;
}

/** Outputs of the segmenter that `imageSegmentation` needs. */
export const editorOutputs = ['cutout', 'sharedPixels'] as const;

/** @param segmentation Segmentation with `editorOutputs`. */
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

/** Wraps a file that is written already. */
export function writtenPng(file: Blob): CutoutPng {
  return { file, write: () => Promise.resolve(file) };
}
