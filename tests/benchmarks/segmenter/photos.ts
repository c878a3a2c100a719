import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface Photo {
  readonly file: string;
  readonly path: string;
  readonly mime: string;
  /** 8-bit grey, of the photo's upright size; white is subject. */
  readonly alphaPath: string | undefined;
}

interface Row {
  readonly file: string;
  readonly alpha?: string | null;
}

const mimes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** @returns the rows of the folder's `pictures.json`; where there is none, every JPEG, PNG and WebP in the folder. */
export function photosOf(folder: string): Photo[] {
  const list = join(folder, 'pictures.json');
  const rows = existsSync(list) ? readRows(list) : filesOf(folder).map((file) => ({ file, alpha: null }));
  return rows.map(({ file, alpha }) => {
    const mime = mimes[extname(file).toLowerCase()];
    if (!mime) throw new Error(`${join(folder, file)} is no JPEG, PNG or WebP`);
    return { file, path: join(folder, file), mime, alphaPath: alpha ? join(folder, alpha) : undefined };
  });
}

function filesOf(folder: string): string[] {
  return globSync('*', { cwd: folder })
    .filter((file) => extname(file).toLowerCase() in mimes)
    .toSorted();
}

function readRows(list: string): Row[] {
  const rows: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (Array.isArray(rows) && rows.every(isRow)) return rows;
  throw new Error(`${list} is no list of { file, alpha }`);
}

function isRow(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const { file, alpha } = value as Record<string, unknown>;
  return typeof file === 'string' && (alpha === undefined || alpha === null || typeof alpha === 'string');
}
