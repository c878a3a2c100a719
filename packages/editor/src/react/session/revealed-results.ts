import type { ImageSegmentation } from '../../image/image-segmentation.ts';

/** Results that were on the screen: the background of each is seen to disappear once. */
export const revealedResults = new WeakSet<ImageSegmentation>();
