import { parse } from 'node:path';

/** A photo of a folder, and the file with its alpha where there is one. */
export interface Pair {
  readonly file: string;
  readonly alpha: string | undefined;
}

/** How the name of a file with a photo's alpha ends, before `.png`: the form of public matting sets. */
const ending = '_alpha';

/**
 * Finds the alpha of photos by their names: that of `dog.jpg` is `dog_alpha.png`.
 * @param files the images of a folder.
 * @throws when an alpha is no PNG, and when there is no photo to it.
 */
export function pairsOf(files: readonly string[]): Pair[] {
  const alphas = new Map<string, string>();
  const photos = files.filter((file) => {
    const { name, ext } = parse(file);
    if (!name.endsWith(ending)) return true;
    if (ext.toLowerCase() !== '.png') throw new Error(`${file} is no PNG: another form would have changed the alpha.`);
    alphas.set(name.slice(0, -ending.length), file);
    return false;
  });
  const pairs = photos.map((file) => ({ file, alpha: alphas.get(parse(file).name) }));
  const alone = [...alphas.values()].find((alpha) => !pairs.some((pair) => pair.alpha === alpha));
  if (alone) throw new Error(`${alone} has no photo: its name would be that without ${ending}.`);
  return pairs;
}
