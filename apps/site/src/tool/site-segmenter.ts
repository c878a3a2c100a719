import type { Segmenter } from '@isola/segmenter';

import { hasKeptSession } from '#backend/kept-session.ts';

const loadImageCounts = () => import('./count-images.ts');

let segmenter: Promise<Segmenter> | undefined;

/**
 * The site has one segmenter: the model is in memory once, whichever page asks. Its code comes when it is first asked for.
 */
export function siteSegmenter(): Promise<Segmenter> {
  // The module that counts images loads together with the segmenter, because it could not be fetched later while offline.
  return (segmenter ??= Promise.all([import('@isola/segmenter'), loadImageCounts()]).then(
    ([{ createSegmenter }]) => createSegmenter({ manifestUrl: `${import.meta.env.BASE_URL}models/manifest.json` }),
    (error: unknown) => {
      // A module that failed to load may load the next time.
      segmenter = undefined;
      throw error;
    },
  ));
}

/** Counts a picture for the member who is signed in; neither the picture nor its name leaves. @param picture as it was opened. */
export function countImage(picture: Blob): void {
  if (hasKeptSession()) void loadImageCounts().then(({ imageCounts }) => imageCounts.add(picture));
}

/** Loads the model, so that the first image need not wait for it. Whatever fails now fails again, visibly, with that image. */
export function warmUp(): void {
  void siteSegmenter()
    .then((ready) => ready.warmUp())
    .catch(() => undefined);
}
