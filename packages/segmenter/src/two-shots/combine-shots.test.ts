import { describe, expect, test } from 'vitest';

import { combineShots, type Shot } from './combine-shots.ts';
import { TwoShotsError } from './two-shots-error.ts';

const size = { widthPx: 320, heightPx: 240 };

type Rgb = readonly [number, number, number];

/** Colour of the thing, and its alpha at a place. */
const glass: Rgb = [40, 120, 200];
function alphaOf(x: number, y: number): number {
  const outer = Math.hypot(x - 160, y - 120);
  // An opaque ring with a soft edge of 6 px around a half-transparent pane, with a detail that marks the place.
  if (Math.hypot(x - 130, y - 95) < 9) return 1;
  if (outer < 50) return 0.4;
  return Math.min(1, Math.max(0, (83 - outer) / 6));
}

// The exponents are those of IEC 61966-2-1, written once more because the tests must not use the code under test.
const toLight = (value: number) => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const toValue = (light: number) => 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

interface Photograph {
  readonly ground: Rgb;
  readonly xPx?: number;
  readonly yPx?: number;
  /** Factor of the exposure. */
  readonly exposure?: number;
  readonly alpha?: (x: number, y: number) => number;
}

/** Photographs the thing in front of a background that is a fifth darker on its right, with noise of two levels. */
function photograph({ ground, xPx = 0, yPx = 0, exposure = 1, alpha = alphaOf }: Photograph): Shot {
  const pixels = new Uint8ClampedArray(size.widthPx * size.heightPx * 4);
  let seed = 1;
  for (let at = 0; at < pixels.length / 4; at += 1) {
    const [x, y] = [at % size.widthPx, Math.floor(at / size.widthPx)];
    const share = alpha(x - xPx, y - yPx);
    for (let channel = 0; channel < 3; channel += 1) {
      const behind = toLight(ground[channel] ?? 0) * (1 - (0.2 * x) / size.widthPx);
      seed = (seed * 16_807) % 2_147_483_647;
      const noise = (4 * seed) / 2_147_483_647 - 2;
      pixels[at * 4 + channel] =
        toValue(exposure * (share * toLight(glass[channel] ?? 0) + (1 - share) * behind)) + noise;
    }
    pixels[at * 4 + 3] = 255;
  }
  return { ...size, pixels };
}

const black: Rgb = [20, 20, 22];
const white: Rgb = [235, 232, 230];

function errorsOf({ pixels }: { pixels: Uint8ClampedArray }) {
  let [alphaSum, colourSum, opaque, worst] = [0, 0, 0, 0];
  for (let at = 0; at < pixels.length / 4; at += 1) {
    const truth = 255 * alphaOf(at % size.widthPx, Math.floor(at / size.widthPx));
    const error = Math.abs((pixels[at * 4 + 3] ?? 0) - truth);
    alphaSum += error;
    worst = Math.max(worst, error);
    if (truth < 90) continue;
    opaque += 1;
    for (let channel = 0; channel < 3; channel += 1)
      colourSum += Math.abs((pixels[at * 4 + channel] ?? 0) - (glass[channel] ?? 0)) / 3;
  }
  return { alpha: alphaSum / (pixels.length / 4), worst, colour: colourSum / opaque };
}

describe('two photographs', () => {
  test.each([
    ['in order', [black, white]],
    ['in the other order', [white, black]],
    [
      'in front of coloured cloth',
      [
        [20, 60, 30],
        [240, 200, 220],
      ],
    ],
  ] as const)('%s give the alpha of glass and its own colour', { tags: ['long'] }, (_, [one, other]) => {
    const { alpha, colour, worst } = errorsOf(combineShots(photograph({ ground: one }), photograph({ ground: other })));
    expect(alpha).toBeLessThan(1);
    expect(colour).toBeLessThan(4);
    expect(worst).toBeLessThan(30);
  });

  test('leave nothing of a bare background', { tags: ['long'] }, () => {
    const { pixels } = combineShots(photograph({ ground: black }), photograph({ ground: white }));
    let rests = 0;
    for (let at = 0; at < pixels.length / 4; at += 1) {
      const isBare = Math.hypot((at % size.widthPx) - 160, Math.floor(at / size.widthPx) - 120) > 86;
      if (isBare && (pixels[at * 4 + 3] ?? 0) > 3) rests += 1;
    }
    expect(rests).toBe(0);
  });

  test.each([
    [7, -4],
    [-3.5, 2.25],
  ])('of which one is displaced by %f, %f px are aligned', { tags: ['long'] }, (xPx, yPx) => {
    const result = combineShots(photograph({ ground: black }), photograph({ ground: white, xPx, yPx }));
    expect(result.shift.xPx).toBeCloseTo(xPx, 0);
    expect(result.shift.yPx).toBeCloseTo(yPx, 0);
    expect(errorsOf(result).alpha).toBeLessThan(2);
  });

  test.each([
    ['sizes-differ', photograph({ ground: black }), { widthPx: 2, heightPx: 2, pixels: new Uint8ClampedArray(16) }],
    ['backgrounds-alike', photograph({ ground: black }), photograph({ ground: [60, 60, 60] })],
    [
      'not-aligned',
      photograph({ ground: black }),
      photograph({ ground: white, alpha: (x, y) => Number((x * 7 + y * 3) % 41 < 12) }),
    ],
    ['exposures-differ', photograph({ ground: black, exposure: 1.6 }), photograph({ ground: white, exposure: 0.6 })],
  ] as const)('are refused with %s', { tags: ['long'] }, (code, one, other) => {
    const combine = () => combineShots(one, other);
    expect(combine).toThrow(TwoShotsError);
    expect(combine).toThrow(code);
  });

  test('whose values do not fit their size are refused', () => {
    const shot = photograph({ ground: black });
    expect(() => combineShots(shot, { ...shot, pixels: shot.pixels.subarray(4) })).toThrow(RangeError);
    const empty = { widthPx: 0, heightPx: 0, pixels: new Uint8ClampedArray() };
    expect(() => combineShots(empty, empty)).toThrow(RangeError);
  });
});
