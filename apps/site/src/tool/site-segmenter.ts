import type { Segmenter } from '@isola/segmenter';

import { hasKeptSession } from '#backend/kept-session.ts';

const loadImageCounts = () => import('./count-images.ts');

/** Address of the manifest that names all networks. */
export const manifestUrl = `${import.meta.env.BASE_URL}models/manifest.json`;

let segmenter: Promise<Segmenter> | undefined;

/** Returns the site's one segmenter, so that the model is in memory only once. The first call loads its code. */
export function siteSegmenter(): Promise<Segmenter> {
  // The module that counts images loads together with the segmenter, because it could not be fetched later while
  // offline.
  return (segmenter ??= Promise.all([import('@isola/segmenter'), loadImageCounts()]).then(
    ([{ createSegmenter }]) => createSegmenter({ manifestUrl }),
    (error: unknown) => {
      // The next call retries a module that failed to load.
      segmenter = undefined;
      throw error;
    },
  ));
}

/**
 * Counts an image for the signed-in member. Neither the image nor its name is sent.
 * @param picture file of the image, as it was opened.
 */
export function countImage(picture: Blob): void {
  if (hasKeptSession()) void loadImageCounts().then(({ imageCounts }) => imageCounts.add(picture));
}

/** Loads the model in advance. Failures are ignored, because they occur again, visibly, with the first image. */
export function warmUp(): void {
  void siteSegmenter()
    .then((ready) => ready.warmUp())
    .catch(() => undefined);
}

/**
 * Checks whether the browser has saved the model's manifest and all files that it names, so that images can be processed
 * without a network. It requests nothing.
 */
export async function isModelSaved(): Promise<boolean> {
  const { href } = new URL(manifestUrl, location.href);
  const manifest = await caches.match(href);
  if (!manifest) return false;
  const { models } = (await manifest.json()) as { readonly models: unknown };
  const saved = await Promise.all(filesIn(models).map((file) => caches.match(new URL(file, href).href)));
  return saved.every((response) => response !== undefined);
}

/** Returns the names of all files in the manifest's rows. The networks for faces are not part of them. */
function filesIn(rows: unknown): string[] {
  if (typeof rows !== 'object' || rows === null) return [];
  return Object.entries(rows).flatMap(([key, value]: [string, unknown]) =>
    key === 'file' && typeof value === 'string' ? [value] : filesIn(value),
  );
}
