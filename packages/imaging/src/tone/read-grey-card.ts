import { linearOf } from '../color/linear-light.ts';
import { luminanceOf } from './create-tone-row.ts';
import { balanceOfGrey, type WhiteBalance } from './white-balance.ts';

/** Reason why a part of a photograph shows no usable grey. */
export type GreyFailure = 'overexposed' | 'too-dark' | 'too-colorful';

export type GreyReading = { readonly balance: WhiteBalance } | { readonly failure: GreyFailure };

/** Value of 8-bit sRGB from which a channel counts as cut off, and the share of such pixels that spoils a mean. */
const cutOffValue = 250;
const maxCutOffShare = 0.02;
/** Luminance below which noise and the rounding to 8 bits outweigh the colour. It is about 30 in 8-bit sRGB. */
const minLuminance = 0.013;

/**
 * Reads the white balance from a part of a photograph that shows something grey, such as a grey card.
 * @param pixels RGBA, 8-bit sRGB. Transparent pixels are left out.
 *
 * @example
 * const reading = readGreyCard(context.getImageData(x, y, 15, 15).data);
 * if ('balance' in reading) show(reading.balance.temperature, reading.balance.tint);
 */
export function readGreyCard(pixels: Uint8ClampedArray): GreyReading {
  let [red, green, blue, count, cutOff] = [0, 0, 0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue;
    const [ownRed, ownGreen, ownBlue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    red += linearOf[ownRed] ?? 0;
    green += linearOf[ownGreen] ?? 0;
    blue += linearOf[ownBlue] ?? 0;
    count += 1;
    if (Math.max(ownRed, ownGreen, ownBlue) >= cutOffValue) cutOff += 1;
  }
  if (cutOff > count * maxCutOffShare) return { failure: 'overexposed' };
  const mean = [red / count, green / count, blue / count] as const;
  if (count === 0 || luminanceOf(...mean) < minLuminance) return { failure: 'too-dark' };
  const balance = balanceOfGrey(mean);
  return balance ? { balance } : { failure: 'too-colorful' };
}
