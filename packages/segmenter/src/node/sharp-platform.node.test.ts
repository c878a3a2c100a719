import { expect, test } from 'vitest';

import {
  adobeRgb,
  chart,
  chunk,
  displayP3,
  gammaChunk,
  gammaTag,
  greyProfile,
  jpeg,
  matrixProfile,
  type Picture,
  png,
  primariesChunk,
  profileChunk,
  sampledTag,
  srgbTag,
  tableProfile,
} from '../../test/coloured-files.ts';
import { greatestDifference } from '../../test/greatest-difference.ts';
import { sharpPlatform } from './sharp-platform.ts';

const colours = chart(3, [0, 36, 73, 109, 146, 182, 219, 255]);
const greys = chart(1, [...Array(256).keys()]);
const withAlpha: Picture = { ...colours, at: (x, y) => [...colours.at(x, y), x % 2 ? 255 : 90] };

type Colour = readonly number[];
const decoded = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/**
 * Matrices from linear light of Display P3 and of Adobe RGB to linear light of sRGB.
 * @see https://www.w3.org/TR/css-color-4/#color-conversion-code
 */
const p3ToSrgb = [
  [1.2249402, -0.2249402, 0],
  [-0.0420569, 1.0420569, 0],
  [-0.0196376, -0.0786361, 1.0982736],
];
const adobeToSrgb = [
  [1.3983557, -0.3983557, 0],
  [0, 1, 0],
  [0, -0.0429289, 1.0429289],
];
const same = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Returns a function that converts a colour to sRGB from a space with this curve and matrix. */
const inSrgb = (curve: (value: number) => number, matrix: readonly Colour[]) => (colour: Colour) => {
  const light = colour.map((value) => curve(value / 255));
  return matrix.map((row) => {
    const sum = row.reduce((before, factor, at) => before + factor * (light[at] ?? 0), 0);
    return 255 * encoded(Math.min(Math.max(sum, 0), 1));
  });
};
const unchanged = (colour: Colour) => colour;
const gamma = (exponent: number) => (value: number) => value ** exponent;

/** Compares one pixel of each block with the expected colour (within 1.5 levels of 255). The alpha must not change. */
async function expectColours(
  file: Blob,
  picture: Picture,
  expected: (colour: Colour) => Colour,
  blockPx = 1,
): Promise<void> {
  const shown = await sharpPlatform.decode(file);
  const { widthPx, heightPx } = shown;
  expect([widthPx, heightPx]).toEqual([picture.widthPx * blockPx, picture.heightPx * blockPx]);
  const pixels = shown.openRows(heightPx)(0, heightPx);
  const wrong: string[] = [];
  for (let y = 0; y < picture.heightPx; y += 1) {
    for (let x = 0; x < picture.widthPx; x += 1) {
      const colour = picture.at(x, y);
      const [first = 0] = colour;
      const place = (y * blockPx * widthPx + x * blockPx) * 4;
      const found = pixels.slice(place, place + 4);
      const alpha = picture === withAlpha ? (colour[3] ?? 0) : 255;
      const wanted = [...expected(colour.length < 3 ? [first, first, first] : colour).slice(0, 3), alpha];
      if (greatestDifference(found, wanted) >= 1.5)
        wrong.push(`${colour.join()}: ${found.join()} for ${wanted.join()}`);
    }
  }
  expect(wrong).toEqual([]);
}

const [d65, p3Primaries] = [
  [0.3127, 0.329],
  [0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
];
const p3Chunk = primariesChunk(...d65, ...p3Primaries);
const adobeChunk = primariesChunk(...d65, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06);
const p3Profile = matrixProfile(displayP3, srgbTag);
const brokenProfile = chunk('iCCP', Uint8Array.of(112, 0, 0, 1, 2, 3));
const srgbChunk = chunk('sRGB', Uint8Array.of(0));
const codedP3 = chunk('cICP', Uint8Array.of(12, 13, 0, 1));

test.each([
  ['a linear gamma', [gammaChunk(1)], inSrgb(gamma(1), same)],
  ['a gamma of 1.8', [gammaChunk(0.55556)], inSrgb(gamma(1.8), same)],
  ['only a gamma of about 2.2', [gammaChunk(0.45455)], unchanged],
  ['a gamma of 0', [gammaChunk(0)], unchanged],
  ['a gamma and the primaries of Display P3', [gammaChunk(0.55556), p3Chunk], inSrgb(gamma(1.8), p3ToSrgb)],
  ['a gamma of 2.2 and the primaries of Adobe RGB', [gammaChunk(0.45455), adobeChunk], inSrgb(gamma(2.2), adobeToSrgb)],
  ['only primaries', [p3Chunk], unchanged],
  ['a gamma and invalid primaries', [gammaChunk(1), primariesChunk(0, 0, 0, 0, 0, 0, 0, 0)], unchanged],
  ['a gamma and an sRGB chunk', [gammaChunk(1), p3Chunk, srgbChunk], unchanged],
  ['a gamma and a colour profile', [gammaChunk(1), await profileChunk(p3Profile)], inSrgb(decoded, p3ToSrgb)],
  ['a gamma and a damaged profile', [gammaChunk(1), brokenProfile], inSrgb(gamma(1), same)],
  ['a gamma and a cICP chunk', [gammaChunk(1), codedP3], inSrgb(decoded, p3ToSrgb)],
  ['a grey profile', [await profileChunk(greyProfile(gammaTag(1)))], unchanged],
  [
    'a profile of Adobe RGB',
    [await profileChunk(matrixProfile(adobeRgb, gammaTag(563 / 256)))],
    inSrgb(gamma(563 / 256), adobeToSrgb),
  ],
])('a PNG with %s decodes to the colours that the specification defines', async (_, chunks, expected) => {
  await expectColours(await png(colours, 8, ...chunks), colours, expected);
  await expectColours(await png(withAlpha, 8, ...chunks), withAlpha, expected);
  await expectColours(await png(colours, 16, ...chunks), colours, expected);
});

test('a grey PNG is converted by its gamma and by profiles for grey and for RGB', async () => {
  const squares = sampledTag(Array.from({ length: 256 }, (_, at) => (at / 255) ** 2));
  const square = inSrgb(gamma(2), same);
  await expectColours(await png(greys, 8, gammaChunk(0.5)), greys, square);
  await expectColours(await png(greys, 8, await profileChunk(greyProfile(squares))), greys, square);
  await expectColours(await png(greys, 16, await profileChunk(greyProfile(squares))), greys, square);
  await expectColours(await png(greys, 8, await profileChunk(matrixProfile(displayP3, gammaTag(2)))), greys, square);
});

test('a JPEG is converted by its profile', async () => {
  await expectColours(jpeg(colours, p3Profile), colours, inSrgb(decoded, p3ToSrgb), 8);
  await expectColours(jpeg(greys, greyProfile(gammaTag(2))), greys, inSrgb(gamma(2), same), 8);
});

test('a profile that is cut off is ignored', async () => {
  for (const bytes of [60, 130, 200, p3Profile.length - 10]) {
    await expectColours(jpeg(colours, p3Profile.slice(0, bytes)), colours, unchanged, 8);
  }
});

test('a profile’s table is interpolated between its grid points', async () => {
  // L* is the mean of the channels ÷ 255 × 100. White is darker by the 255 of 65 535 that browsers ignore.
  const file = jpeg(
    greys,
    tableProfile('RGB ', 3, ([r = 0, g = 0, b = 0]) => [((r + g + b) / 3) * 100, 0, 0]),
  );
  const shown = await sharpPlatform.decode(file);
  const { widthPx, heightPx } = shown;
  const pixels = shown.openRows(heightPx)(0, heightPx);
  for (const value of [0, 51, 128, 200, 255]) {
    const root = ((value / 255) * 100 * (65_280 / 65_535) + 16) / 116;
    const luminance = root > 6 / 29 ? root ** 3 : (3 * 36 * (root - 4 / 29)) / 841;
    expect(widthPx).toBe(2048);
    expect(Math.abs((pixels[value * 32 + 1] ?? 0) - 255 * encoded(luminance)), String(value)).toBeLessThan(2);
  }
});

test('CMYK without a profile decodes to the light that the inks and black leave', async () => {
  const inks = chart(4, [0, 85, 170, 255]);
  const printed = ([c = 0, m = 0, y = 0, k = 0]: Colour) => [c, m, y].map((ink) => ((255 - ink) * (255 - k)) / 255);
  await expectColours(jpeg(inks), inks, printed, 8);
  await expectColours(jpeg(inks, p3Profile), inks, printed, 8);
});
