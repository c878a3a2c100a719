import type { Size } from '../geometry/rect.ts';

/** How large the segmenter saw an image, in px; see `Segmentation` of `@isola/segmenter`. */
export interface SegmentedSizes {
  readonly workingWidthPx: number;
  readonly workingHeightPx: number;
  /** 0 where no network saw it, and in what early versions saved. */
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
}

/** @returns the size at which the segmenter estimated the cutout's colours: its mask's. Without a mask it is the working size. */
export function workingSizeOfRun(run: SegmentedSizes): Size {
  return run.networkWidthPx > 0
    ? { widthPx: run.networkWidthPx, heightPx: run.networkHeightPx }
    : { widthPx: run.workingWidthPx, heightPx: run.workingHeightPx };
}
