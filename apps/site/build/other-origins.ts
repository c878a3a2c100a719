import { readFileSync, writeFileSync } from 'node:fs';

import { sharedFile } from '@isola/server/hashed-files';

/**
 * Returns the URL of a file of the build that pages load from another origin.
 * @param file path in the build, such as `assets/inter-latin-abc.woff2`.
 * @param assetsUrl URL that stands for the root of the site, or undefined when every file comes from the site.
 * @returns undefined when the file comes from the site itself, as scripts, styles and WebAssembly always do.
 */
export function assetUrl(file: string, assetsUrl: string | undefined): string | undefined {
  if (!assetsUrl || !sharedFile.test(`/${file}`)) return undefined;
  return new URL(file, withSlash(assetsUrl)).href;
}

/**
 * Lets the manifest of the models name its files by their URL in another folder. The manifest itself, which contains
 * the SHA-256 of each file, stays on the site, so that the other host cannot change a model.
 * @param modelsUrl URL of a folder with the files of `models/`. Without it, the manifest is not changed.
 */
export function locateModels(manifestFile: string, modelsUrl: string | undefined): void {
  if (!modelsUrl) return;
  const located = JSON.parse(readFileSync(manifestFile, 'utf8'), (key, value: unknown) =>
    key === 'file' && typeof value === 'string' ? new URL(value, withSlash(modelsUrl)).href : value,
  ) as object;
  writeFileSync(manifestFile, `${JSON.stringify(located, null, 2)}\n`);
}

/** Returns the URL of the folder with the files of `models/enlarge/`, which is in the folder of the models. */
export function enlargerUrl(modelsUrl: string | undefined): string | undefined {
  return modelsUrl && new URL('enlarge/', withSlash(modelsUrl)).href;
}

/** Returns a URL with a slash at its end, so that it names a folder. An empty text stays empty. */
export function withSlash(url: string): string {
  return url === '' || url.endsWith('/') ? url : `${url}/`;
}
