import type { Segmenter } from '@isola/segmenter';

let segmenter: Promise<Segmenter> | undefined;

/**
 * The site has one segmenter: the model is in memory once, whichever page asks. Its code comes when it is first asked for.
 */
export function siteSegmenter(): Promise<Segmenter> {
  return (segmenter ??= import('@isola/segmenter').then(
    ({ createSegmenter }) => createSegmenter({ manifestUrl: `${import.meta.env.BASE_URL}models/manifest.json` }),
    (error: unknown) => {
      // What the network did not bring may come the next time.
      segmenter = undefined;
      throw error;
    },
  ));
}

/** Loads the model, so that the first image need not wait for it. Whatever fails now fails again, visibly, with that image. */
export function warmUp(): void {
  void siteSegmenter()
    .then((ready) => ready.warmUp())
    .catch(() => undefined);
}
