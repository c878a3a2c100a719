import type { Segmentation } from '@isola/segmenter';

/** Results that were on the screen: the background of each is seen to disappear once. */
export const revealedResults = new WeakSet<Segmentation>();
