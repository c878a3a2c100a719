import { linearOf } from '@isola/imaging';

import { openImage } from '../import/open-file.ts';
import type { Failure } from '../model/failure.ts';
import type { ChosenShot } from './shot-pair.ts';

/** Sides of the small copy whose light is measured, in px. */
const sampleSidePx = 32;

/** Opens a photograph of a pair, with the same checks as every image that a visitor opens. */
export async function readShot(file: File): Promise<ChosenShot | { readonly failure: Failure }> {
  const opened = await openImage(file);
  if ('failure' in opened) return opened;
  return { name: file.name, picture: opened.picture, light: await meanLight(opened.picture) };
}

async function meanLight(picture: Blob): Promise<number> {
  const small = await createImageBitmap(picture, {
    resizeWidth: sampleSidePx,
    resizeHeight: sampleSidePx,
    resizeQuality: 'medium',
  });
  const context = new OffscreenCanvas(sampleSidePx, sampleSidePx).getContext('2d', { willReadFrequently: true });
  context?.drawImage(small, 0, 0);
  small.close();
  const values = context?.getImageData(0, 0, sampleSidePx, sampleSidePx).data ?? [];
  let [sum, count] = [0, 0];
  for (const [at, value] of values.entries()) {
    if (at % 4 === 3) continue;
    sum += linearOf[value] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
