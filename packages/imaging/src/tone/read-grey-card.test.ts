import { expect, test } from 'vitest';

import { readGreyCard } from './read-grey-card.ts';

const patch = (...colors: readonly (readonly [number, number, number])[]) =>
  Uint8ClampedArray.from(
    Array.from({ length: 100 }, (_, at) => [...(colors[at % colors.length] ?? [0, 0, 0]), 255]).flat(),
  );

test('the white balance comes from the mean light of the patch', () => {
  expect(readGreyCard(patch([128, 128, 128]))).toEqual({ balance: { temperature: 0, tint: 0 } });
  // Noise that is grey on average.
  expect(readGreyCard(patch([140, 120, 120], [120, 140, 120], [120, 120, 140]))).toEqual({
    balance: { temperature: expect.closeTo(0, 0), tint: expect.closeTo(0, 0) },
  });
  const warm = readGreyCard(patch([150, 128, 100]));
  expect('balance' in warm && warm.balance.temperature).toBeLessThan(-10);
});

test('a patch that is overexposed, too dark or strongly coloured gives no white balance', () => {
  expect(readGreyCard(patch([255, 255, 255]))).toEqual({ failure: 'overexposed' });
  expect(readGreyCard(patch([255, 200, 180], [200, 180, 160]))).toEqual({ failure: 'overexposed' });
  expect(readGreyCard(patch([12, 12, 12]))).toEqual({ failure: 'too-dark' });
  expect(readGreyCard(patch([200, 40, 30]))).toEqual({ failure: 'too-colorful' });
  expect(readGreyCard(new Uint8ClampedArray(400))).toEqual({ failure: 'too-dark' });
});
