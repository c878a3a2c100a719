import { expect, test } from 'vitest';

import { glide } from './glide.ts';

test('a glide travels its speed divided by the decay rate, then rests', async () => {
  const distance = await new Promise<number>((resolve) => {
    let sum = 0;
    glide(
      0.1,
      (delta) => {
        sum += delta;
      },
      () => resolve(sum),
    );
  });
  // ∫ v·kᵗ dt = v / −ln k = 0.1 / 0.00803 = 12.45, minus the distance below the threshold and the rounding to frames.
  expect(distance).toBeGreaterThan(9.5);
  expect(distance).toBeLessThan(12.6);
});

test('a stopped glide does not move again', async () => {
  let moves = 0;
  const stop = glide(
    1,
    () => {
      moves += 1;
      stop();
    },
    () => {},
  );
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  expect(moves).toBe(1);
});
