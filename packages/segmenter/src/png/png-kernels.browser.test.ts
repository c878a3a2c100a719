import { expect, test } from 'vitest';

import { pixelsOf } from '../../test/pictures.ts';
import { createPngEncoder } from './create-png-encoder.ts';
import { loadPngKernels } from './png-kernels.ts';

test('the browser reads what the kernels that it fetched wrote', async () => {
  const picture = new ImageData(300, 200);
  // What a canvas gives back unchanged: opaque colours, and nothing.
  for (let pixel = 0; pixel < 300 * 200; pixel += 1) {
    if (pixel % 300 < 200) picture.data.set([pixel & 255, pixel >> 8, (pixel * 7) & 255, 255], pixel * 4);
  }
  const encoder = await createPngEncoder(await loadPngKernels(), { widthPx: 300, heightPx: 200 });
  encoder.add(picture.data.subarray(0, 300 * 4 * 77));
  encoder.add(picture.data.subarray(300 * 4 * 77));
  expect(await pixelsOf(encoder.finish())).toEqual(picture);
});
