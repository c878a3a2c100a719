import { readPngRows } from '@isola/imaging';
import { expect, test } from 'vitest';

import { exampleSegmentation } from '../testing/example-project.ts';
import { imageSegmentation } from './image-segmentation.ts';

/** More rows than are encoded at once. */
const [widthPx, heightPx] = [400, 700];

test('the cutout’s file is written when it is first needed, once, and holds every colour', async () => {
  // Colours under low alpha, which no canvas keeps.
  const sharedPixels = Uint8ClampedArray.from({ length: widthPx * heightPx * 4 }, (_, at) => (at * 7) % 251);
  const { png } = imageSegmentation({ ...(await exampleSegmentation()), widthPx, heightPx, sharedPixels });
  expect(png.file).toBeUndefined();
  const [first, second] = await Promise.all([png.write(), png.write()]);
  expect(second).toBe(first);
  expect(png.file).toBe(first);
  const read = new Uint8ClampedArray(sharedPixels.length);
  for await (const { firstRow, data } of readPngRows(first)) read.set(data, firstRow * widthPx * 4);
  expect(read).toEqual(sharedPixels);
});
