import { linearLight } from './linear-light.ts';
import { type RgbSpace, writeRgbProfile } from './write-rgb-profile.ts';

/** sRGB as a profile describes it. @see ITU-R BT.709 for the primaries, and IEC 61966-2-1 for the transfer function */
export const srgbSpace: RgbSpace = {
  name: 'sRGB',
  primaries: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  linear: linearLight,
};

let written: Uint8Array<ArrayBuffer> | undefined;

/** Returns a colour profile of sRGB for formats that have no shorter way to name it. */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  return (written ??= writeRgbProfile(srgbSpace));
}
