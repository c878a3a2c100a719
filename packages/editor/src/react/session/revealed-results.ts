import type { ImageSegmentation } from '../../image/image-segmentation.ts';

/** Results that have been shown. The animation of a disappearing background runs only once for each. */
export const revealedResults = new WeakSet<ImageSegmentation>();
