import { expect, test } from 'vitest';

import { adobeRgb, displayP3, gammaTag, matrixProfile, srgbTag } from '../../../test/coloured-files.ts';
import { readIccProfile } from './read-icc-profile.ts';
import { isSrgb } from './to-srgb.ts';

/** XYZ of the sRGB primaries, adapted to D50. @see ICC's sRGB2014 profile */
const srgb = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7141],
];

test.each<[string, boolean, Uint8Array<ArrayBuffer>]>([
  ['sRGB', true, matrixProfile(srgb, srgbTag)],
  ['Display P3', false, matrixProfile(displayP3, srgbTag)],
  ['Adobe RGB', false, matrixProfile(adobeRgb, gammaTag(563 / 256))],
  ['sRGB’s primaries and a gamma of 2.2', false, matrixProfile(srgb, gammaTag(2.2))],
])('isSrgb of a profile with %s returns %s', (_, expected, profile) => {
  const colours = readIccProfile(profile, 'rgb');
  expect(colours && isSrgb(colours)).toBe(expected);
});
