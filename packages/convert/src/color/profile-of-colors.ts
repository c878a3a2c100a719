import { type RgbSpace, srgbSpace, writeRgbProfile } from '@isola/imaging';

import type { CodedColors } from '../container/read-heif.ts';

/** @see SMPTE EG 432-1, with the white point D65 */
const displayP3: RgbSpace = {
  name: 'Display P3',
  primaries: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
  linear: srgbSpace.linear,
};
/** @see ITU-R BT.2020 */
const bt2020: RgbSpace = {
  name: 'BT.2020',
  primaries: [
    [0.67348, 0.27904, -0.00194],
    [0.16566, 0.67535, 0.02998],
    [0.12505, 0.04561, 0.79686],
  ],
  linear: srgbSpace.linear,
};

/** Transfer functions of HDR, whose values need tone mapping: PQ and HLG. @see ITU-T H.273, table 3 */
const highDynamicRange = new Set([16, 18]);

/** Checks whether an image is encoded for HDR. */
export function isHdr(colors: CodedColors | undefined): boolean {
  return colors !== undefined && highDynamicRange.has(colors.transfer);
}

/** Profile of Display P3, the colour space of the cameras in phones. */
export function displayP3Profile(): Uint8Array<ArrayBuffer> {
  return writeRgbProfile(displayP3);
}

/**
 * Writes the ICC profile of colours that a file states only as code points.
 * @returns undefined for sRGB, and for code points that mean it or are unspecified.
 * @see ITU-T H.273, tables 2 and 3
 */
export function profileOfColors(colors: CodedColors | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (!colors) return undefined;
  const gamut = gamutOf(colors.primaries);
  const linear = linearOf(colors.transfer);
  if (gamut === srgbSpace && linear === srgbSpace.linear) return undefined;
  return writeRgbProfile({ ...gamut, name: gamut === srgbSpace ? 'BT.709' : gamut.name, linear });
}

function gamutOf(primaries: number): RgbSpace {
  switch (primaries) {
    case 9:
      return bt2020;
    case 11:
    case 12:
      return displayP3;
    default:
      return srgbSpace;
  }
}

/** Browsers and image viewers display BT.601, BT.709 and BT.2020 with the curve of sRGB. */
function linearOf(transfer: number): RgbSpace['linear'] {
  switch (transfer) {
    case 4:
      return (encoded) => encoded ** 2.2;
    case 5:
      return (encoded) => encoded ** 2.8;
    case 8:
      return (encoded) => encoded;
    default:
      return srgbSpace.linear;
  }
}
