import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { InvalidArgumentError } from '@commander-js/extra-typings';

import { existingFolder } from '../../../scripts/command.ts';
import { pairsOf } from '../../../scripts/quality/alpha-pairs.ts';

/** An image file as a page fetches it. */
export interface Photo {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mime: string;
}

/** A photo of a folder, with its entry in the folder's `pictures.json`. */
export interface ListedPhoto extends Photo {
  /** Path of the 8-bit grey alpha, which has the photo's upright size; white is subject. */
  readonly alphaPath: string | undefined;
  /** Path of the true foreground with alpha, of the photo's upright size or smaller. */
  readonly cutoutPath: string | undefined;
  /**
   * Part of the trial: `look` may be looked at during the work on the matte; `score` is only scored at the end.
   * Undefined when the list does not say.
   */
  readonly part: Part | undefined;
}

export const parts = ['look', 'score'] as const;

export type Part = (typeof parts)[number];

interface Row {
  readonly file: string;
  readonly alpha?: string | null | undefined;
  readonly cutout?: string | null;
  readonly part?: Part;
}

const mimes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/**
 * Returns the photos listed in the folder's `pictures.json`. Without that file, returns every JPEG, PNG and WebP in the
 * folder, each with the alpha file of the same name and `_alpha`.
 * @throws when the folder contains no image, or an alpha file has no photo.
 */
export function photosOf(folder: string): ListedPhoto[] {
  const list = join(folder, 'pictures.json');
  const rows = existsSync(list) ? readRows(list) : pairsOf(filesOf(folder)).map((pair): Row => pair);
  if (rows.length === 0) throw new Error(`There is no JPEG, PNG or WebP in ${folder}.`);
  return rows.map(({ file, alpha, cutout, part }) => ({
    ...readPhoto(join(folder, file), file),
    alphaPath: alpha ? join(folder, alpha) : undefined,
    cutoutPath: cutout ? join(folder, cutout) : undefined,
    part,
  }));
}

/** Parses `--photos`: the path of a folder with images. */
export function imageFolder(path: string): string {
  existingFolder(path);
  if (existsSync(join(path, 'pictures.json')) || filesOf(path).length > 0) return path;
  throw new InvalidArgumentError('There is no JPEG, PNG or WebP in it.');
}

/**
 * Returns the photos without those that share the alpha of an earlier one, which are the same image in another format.
 */
export function withoutTwins(photos: readonly ListedPhoto[]): ListedPhoto[] {
  return photos.filter(
    ({ alphaPath }, index) =>
      alphaPath === undefined || photos.findIndex((earlier) => earlier.alphaPath === alphaPath) === index,
  );
}

/** Reads a photo. @throws when the file's extension is not that of a JPEG, a PNG or a WebP. */
export function readPhoto(path: string, name: string): Photo {
  const mime = mimes[extname(path).toLowerCase()];
  if (!mime) throw new Error(`${path} is not a JPEG, PNG or WebP`);
  return { name, mime, bytes: new Uint8Array(readFileSync(path)) };
}

function filesOf(folder: string): string[] {
  return globSync('*', { cwd: folder })
    .filter((file) => extname(file).toLowerCase() in mimes)
    .toSorted();
}

function readRows(list: string): Row[] {
  const rows: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (Array.isArray(rows) && rows.every(isRow)) return rows;
  throw new Error(`${list} is not a list of { file, alpha, cutout, part }`);
}

function isRow(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const { file, alpha, cutout, part } = value as Record<string, unknown>;
  const isName = (field: unknown) => typeof field === 'string';
  const isNameOrNone = (field: unknown) => isName(field) || field === undefined || field === null;
  const isPart = part === undefined || parts.some((known) => known === part);
  return isName(file) && isNameOrNone(alpha) && isNameOrNone(cutout) && isPart;
}
