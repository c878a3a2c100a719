import { readPngRows } from '@isola/imaging';
import { expect, test } from 'vitest';

import { exampleSegmentation } from '../testing/example-project.ts';
import { imageSegmentation } from './image-segmentation.ts';

/** Size with more rows than one slice of the encoder. */
const [widthPx, heightPx] = [400, 700];

test('writes the cutout’s file once, when it is first needed, with every colour', { tags: ['long'] }, async () => {
  // Colours under low alpha, which a canvas would not preserve.
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
