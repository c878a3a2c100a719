import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Click } from '../../../scripts/quality/next-click.ts';
import { caseSize } from './two-subjects.ts';

/** Colours of what is missing, of what is too much, and of a point. */
const [missing, extra, marked] = [
  [0, 200, 0],
  [230, 0, 0],
  [0, 90, 255],
] as const;
/** Half the side of a point's mark, in pixels. */
const markPx = 7;

/**
 * Writes an image of a result: what was left out is dark, what is missing green, and what is too much red.
 * @param name the file's name without its ending.
 */
export async function writeSheet(
  folder: string,
  name: string,
  { file, truth, result, points }: SheetCase,
): Promise<void> {
  const { data } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { widthPx, heightPx } = caseSize;
  for (const [at, is] of truth.entries()) {
    const has = result[at];
    const tint = is === has ? undefined : is === 1 ? missing : extra;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = data[at * 3 + channel] ?? 0;
      const dark = has === 1 || is === 1 ? value : value * 0.3;
      data[at * 3 + channel] = tint ? 0.4 * value + 0.6 * (tint[channel] ?? 0) : dark;
    }
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    if (points.some(({ xPx, yPx }) => Math.max(Math.abs(x - xPx), Math.abs(y - yPx)) <= markPx))
      data.set(marked, at * 3);
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
  await sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .resize(widthPx / 2)
    .png()
    .toFile(path);
}

export interface SheetCase {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly truth: Uint8Array;
  readonly result: Uint8Array;
  readonly points: readonly Click[];
}
