import type { Segmenter } from '@isola/segmenter';

import { hasKeptSession } from '#backend/kept-session.ts';

let segmenter: Promise<Segmenter> | undefined;

/**
 * The site has one segmenter: the model is in memory once, whichever page asks. Its code comes when it is first asked for.
 */
export function siteSegmenter(): Promise<Segmenter> {
  return (segmenter ??= import('@isola/segmenter').then(
    ({ createSegmenter }) =>
      counting(createSegmenter({ manifestUrl: `${import.meta.env.BASE_URL}models/manifest.json` })),
    (error: unknown) => {
      // What the network did not bring may come the next time.
      segmenter = undefined;
      throw error;
    },
  ));
}

/** Counts each image once for the member who is signed in, whichever page segments it; neither the image nor its name leaves. */
function counting(uncounted: Segmenter): Segmenter {
  // An image that is segmented again, such as in more detail, is the same one.
  const counted = new WeakSet<object>();
  return {
    ...uncounted,
    async segment(source, options) {
      const segmentation = await uncounted.segment(source, options);
      if (hasKeptSession() && !counted.has(source)) {
        counted.add(source);
        // What cannot be fetched now leaves this image uncounted, and never holds it up.
        void import('./count-images.ts').then(
          ({ imageCounts }) => imageCounts.add(),
          () => undefined,
        );
      }
      return segmentation;
    },
  };
}

/** Loads the model, so that the first image need not wait for it. Whatever fails now fails again, visibly, with that image. */
export function warmUp(): void {
  void siteSegmenter()
    .then((ready) => ready.warmUp())
    .catch(() => undefined);
}
