import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PNG } from 'pngjs';

const folder = join(import.meta.dirname, '../../pictures');

export interface Picture {
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Row {
  readonly file: string;
  /** A grey PNG; null for a picture whose own alpha channel is the truth. */
  readonly alpha: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

const rows = JSON.parse(readFileSync(join(folder, 'pictures.json'), 'utf8')) as Row[];

/** One of the pictures that we made ourselves, of which the exact alpha is known. */
export function picture(file: string): Picture {
  const { widthPx, heightPx } = rowOf(file);
  return { file, path: join(folder, file), widthPx, heightPx };
}

/**
 * How far a cut-out agrees with the truth, both cut at half: the intersection over the union.
 * @param cutout a PNG of the picture's own size.
 */
export function iouWithTruth(file: string, cutout: PNG): number {
  const { alpha } = rowOf(file);
  const truth = PNG.sync.read(readFileSync(join(folder, alpha ?? file)));
  const channel = alpha === null ? 3 : 0;
  if (truth.width !== cutout.width || truth.height !== cutout.height) {
    throw new Error(`the cut-out of ${file} is ${cutout.width} × ${cutout.height} px`);
  }
  let intersection = 0;
  let union = 0;
  for (let at = 0; at < truth.data.length; at += 4) {
    const wanted = (truth.data[at + channel] ?? 0) >= 128;
    const got = (cutout.data[at + 3] ?? 0) >= 128;
    if (wanted && got) intersection += 1;
    if (wanted || got) union += 1;
  }
  return intersection / union;
}

function rowOf(file: string): Row {
  const row = rows.find((each) => each.file === file);
  if (!row) throw new Error(`pictures.json has no ${file}`);
  return row;
}
