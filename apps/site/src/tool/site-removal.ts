import { createSegmenter, type Segmenter } from '@isola/segmenter';

import { createRemoval } from './removal.ts';

let segmenter: Segmenter | undefined;

/** The site has one segmenter: the model is in memory once, whichever page asks. */
export function siteSegmenter(): Segmenter {
  return (segmenter ??= createSegmenter({ manifestUrl: `${import.meta.env.BASE_URL}models/manifest.json` }));
}

/** The photo on the table. It stays there while a person goes from page to page or changes the language. */
export const siteRemoval = createRemoval(siteSegmenter);

/** The owner's time-out for an idle moment. */
const idleLimitMs = 2_000;

/**
 * Loads the model when the browser has nothing to do, so that the first photo need not wait for it. Not for whoever
 * asked the browser to save data: then it comes with the first photo.
 */
export function warmUpWhenIdle(): void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return;
  // Whatever fails now fails again, and visibly, with the first photo.
  const warmUp = () =>
    void siteSegmenter()
      .warmUp()
      .catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(warmUp, { timeout: idleLimitMs });
  else setTimeout(warmUp, idleLimitMs);
}
