import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { InvalidArgumentError } from '@commander-js/extra-typings';

import { existingFolder } from '../../../scripts/command.ts';
import { pairsOf } from '../../../scripts/quality/alpha-pairs.ts';

/** A picture as a page fetches it. */
export interface Photo {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mime: string;
}

/** A photo of a folder, with what its `pictures.json` knows of it. */
export interface ListedPhoto extends Photo {
  /** 8-bit grey, of the photo's upright size; white is subject. */
  readonly alphaPath: string | undefined;
  /** The true foreground with alpha, of the photo's upright size or smaller. */
  readonly cutoutPath: string | undefined;
  /** Whether it may be looked at while the matte is worked on, or is only scored at the end; undefined where the list does not say. */
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
 * @returns the rows of the folder's `pictures.json`; where there is none, every JPEG, PNG and WebP in the folder, with the alpha of the same name and `_alpha`.
 * @throws when there is no picture in the folder, and when an alpha has no photo.
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

/** A parser of `--photos`: the path of a folder with images. */
export function imageFolder(path: string): string {
  existingFolder(path);
  if (existsSync(join(path, 'pictures.json')) || filesOf(path).length > 0) return path;
  throw new InvalidArgumentError('There is no JPEG, PNG or WebP in it.');
}

/** @returns the photos without those that have the alpha of an earlier one: the same picture stored otherwise. */
export function withoutTwins(photos: readonly ListedPhoto[]): ListedPhoto[] {
  return photos.filter(
    ({ alphaPath }, index) =>
      alphaPath === undefined || photos.findIndex((earlier) => earlier.alphaPath === alphaPath) === index,
  );
}

/** @throws when the file's name does not end as a JPEG's, a PNG's or a WebP's. */
export function readPhoto(path: string, name: string): Photo {
  const mime = mimes[extname(path).toLowerCase()];
  if (!mime) throw new Error(`${path} is no JPEG, PNG or WebP`);
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
  throw new Error(`${list} is no list of { file, alpha, cutout, part }`);
}

function isRow(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const { file, alpha, cutout, part } = value as Record<string, unknown>;
  const isName = (field: unknown) => typeof field === 'string';
  const isNameOrNone = (field: unknown) => isName(field) || field === undefined || field === null;
  const isPart = part === undefined || parts.some((known) => known === part);
  return isName(file) && isNameOrNone(alpha) && isNameOrNone(cutout) && isPart;
}
