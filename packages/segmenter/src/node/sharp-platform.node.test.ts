import { expect, test } from 'vitest';

import { sharpPlatform } from './sharp-platform.ts';

test('of a part of a picture the pixels are those that lie there', async () => {
  const [width, height] = [40, 20];
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => {
    const pixel = (at - (at % 4)) / 4;
    return [pixel % width < 10 ? 255 : 0, pixel < 15 * width ? 255 : 0, 0, 255][at % 4] ?? 0;
  });
  const picture = await sharpPlatform.decode({ data, width, height, colorSpace: 'srgb' });
  const part = { leftPx: 10, topPx: 15, widthPx: 30, heightPx: 5 };
  const there = await picture.pixels({ widthPx: 6, heightPx: 4 }, part);
  expect(Array.from(there)).toEqual(Array.from({ length: 24 }, () => [0, 0, 0, 255]).flat());
  const beside = await picture.pixels({ widthPx: 5, heightPx: 5 }, { ...part, leftPx: 0, topPx: 0, widthPx: 10 });
  expect(Array.from(beside.subarray(0, 4))).toEqual([255, 255, 0, 255]);
});
