import { expect, test } from 'vitest';

import { pixelsOf } from '../../test/pictures.ts';
import { createPngEncoder } from './create-png-encoder.ts';
import { loadPngKernels } from './png-kernels.ts';

test('the browser decodes the file that the fetched kernels wrote', async () => {
  const picture = new ImageData(300, 200);
  // A canvas returns only opaque colours and fully transparent pixels unchanged.
  for (let pixel = 0; pixel < 300 * 200; pixel += 1) {
    if (pixel % 300 < 200) picture.data.set([pixel & 255, pixel >> 8, (pixel * 7) & 255, 255], pixel * 4);
  }
  const encoder = await createPngEncoder(await loadPngKernels(), { widthPx: 300, heightPx: 200 });
  encoder.add(picture.data.subarray(0, 300 * 4 * 77));
  encoder.add(picture.data.subarray(300 * 4 * 77));
  expect(await pixelsOf(encoder.finish())).toEqual(picture);
});
