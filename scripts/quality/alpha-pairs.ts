import { parse } from 'node:path';

/** A photo of a folder, and its alpha file if there is one. */
export interface Pair {
  readonly file: string;
  readonly alpha: string | undefined;
}

/** End of the name of an alpha file, before `.png`, as in public matting data sets. */
const ending = '_alpha';

/**
 * Finds the alpha files of photos by name: that of `dog.jpg` is `dog_alpha.png`.
 * @param files images of a folder.
 * @throws when an alpha file is not a PNG, or has no photo.
 */
export function pairsOf(files: readonly string[]): Pair[] {
  const alphas = new Map<string, string>();
  const photos = files.filter((file) => {
    const { name, ext } = parse(file);
    if (!name.endsWith(ending)) return true;
    if (ext.toLowerCase() !== '.png')
      throw new Error(`${file} is not a PNG. Other formats would have changed the alpha.`);
    alphas.set(name.slice(0, -ending.length), file);
    return false;
  });
  const pairs = photos.map((file) => ({ file, alpha: alphas.get(parse(file).name) }));
  const alone = [...alphas.values()].find((alpha) => !pairs.some((pair) => pair.alpha === alpha));
  if (alone) throw new Error(`${alone} has no photo. The name of the photo must be the same without ${ending}.`);
  return pairs;
}
