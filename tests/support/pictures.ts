import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { intersectionOverUnion } from './intersection-over-union.ts';

const folder = join(import.meta.dirname, '../../pictures');

export interface Picture {
  readonly file: string;
  /** Absolute path. */
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Row {
  readonly file: string;
  /** A grey PNG. Null for an image whose own alpha channel is the truth. */
  readonly alpha: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

const rows = [...rowsOf('.'), ...rowsOf('small'), ...rowsOf('trial')];

/**
 * Returns one of our own test images with exactly known alpha.
 * @param file path below `pictures/`, such as `small/mug.jpg`.
 */
export function picture(file: string): Picture {
  const { widthPx, heightPx } = rowOf(file);
  return { file, path: join(folder, file), widthPx, heightPx };
}

/**
 * Returns the intersection over union of a cutout and the truth, both thresholded at half.
 * @param cutoutPng cutout of the image's own size.
 */
export function iouWithTruth(file: string, cutoutPng: Buffer): number {
  const { alpha } = rowOf(file);
  return intersectionOverUnion(cutoutPng, readFileSync(join(folder, alpha ?? file)), alpha === null ? 'alpha' : 'grey');
}

function rowsOf(list: string): Row[] {
  const inList = JSON.parse(readFileSync(join(folder, list, 'pictures.json'), 'utf8')) as Row[];
  return inList.map((row) => ({ ...row, file: join(list, row.file), alpha: row.alpha && join(list, row.alpha) }));
}

function rowOf(file: string): Row {
  const row = rows.find((each) => each.file === file);
  if (!row) throw new Error(`pictures.json has no ${file}`);
  return row;
}
