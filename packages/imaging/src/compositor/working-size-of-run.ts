import type { Size } from '../geometry/rect.ts';

/** Sizes at which the segmenter processed an image, in px. @see `Segmentation` of `@isola/segmenter` */
export interface SegmentedSizes {
  readonly workingWidthPx: number;
  readonly workingHeightPx: number;
  /** Size of the network's input. It is 0 when no network processed the image, and in data saved by early versions. */
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
}

/**
 * Returns the size at which the segmenter estimated the cutout's colours: the size of its mask or, without a mask, the
 * working size.
 */
export function workingSizeOfRun(run: SegmentedSizes): Size {
  return run.networkWidthPx > 0
    ? { widthPx: run.networkWidthPx, heightPx: run.networkHeightPx }
    : { widthPx: run.workingWidthPx, heightPx: run.workingHeightPx };
}
