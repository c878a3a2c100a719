import { expect, test } from 'vitest';

import { linearOf, toSrgb } from '../color/linear-light.ts';
import { measureFringe } from './measure-fringe.ts';

const size = { widthPx: 240, heightPx: 240 };
type Color = readonly [number, number, number];

/**
 * Creates a disc with an edge 6 px wide, as a camera records it in front of a background, cut out with its true alpha.
 * @param left share of the background's light that is left in the cutout's colours: 0 leaves only the subject's
 *   colour.
 */
function cutout(background: Color, left: number, subjectAt: (x: number, y: number) => Color) {
  const pixels = new Uint8ClampedArray(size.widthPx * size.heightPx * 4);
  for (let y = 0, at = 0; y < size.heightPx; y += 1) {
    for (let x = 0; x < size.widthPx; x += 1, at += 4) {
      const alpha = Math.min(1, Math.max(0, (80 - Math.hypot(x - 119.5, y - 119.5)) / 6 + 0.5));
      const own = subjectAt(x, y);
      for (let channel = 0; channel < 3; channel += 1) {
        const light = linearOf[own[channel] ?? 0] ?? 0;
        const behind = linearOf[background[channel] ?? 0] ?? 0;
        pixels[at + channel] = toSrgb(light + (behind - light) * (1 - alpha) * left);
      }
      pixels[at + 3] = 255 * alpha;
    }
  }
  return pixels;
}

const even = (): Color => [150, 90, 60];
const striped = (x: number): Color => (Math.floor(x / 3) % 2 === 0 ? [150, 90, 60] : [105, 60, 40]);

test.each([
  ['white', [255, 255, 255]],
  ['black', [0, 0, 0]],
  ['green', [60, 180, 70]],
] as const)('the more %s is left in the edge, the lower is the score', (_, background) => {
  const [clean = 0, some = 0, much = 0, all = 0] = [0, 0.3, 0.6, 1].map((left) =>
    measureFringe(cutout(background, left, even), size),
  );
  expect(clean).toBe(100);
  expect(some).toBeLessThan(clean - 8);
  expect(much).toBeLessThan(some - 5);
  expect(all).toBeLessThan(much - 5);
});

test('a pattern of the subject affects the score less than a fringe does', () => {
  const [clean = 0, some = 0, much = 0] = [0, 0.3, 0.6].map((left) =>
    measureFringe(cutout([255, 255, 255], left, striped), size),
  );
  expect(clean).toBeGreaterThan(60);
  expect(some).toBeLessThan(clean - 5);
  expect(much).toBeLessThan(some - 5);
});

test('a cutout without a soft edge has the full score', () => {
  const pixels = new Uint8ClampedArray(size.widthPx * size.heightPx * 4);
  expect(measureFringe(pixels, size)).toBe(100);
  expect(measureFringe(pixels.fill(255), size)).toBe(100);
});
