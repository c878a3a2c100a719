import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { DocumentState } from '@isola/editor';

type Tone = NonNullable<DocumentState['tone']>;

/** Options of the command line that change light and colour of the subject. */
export type ToneOptions = { readonly [Setting in keyof Tone]?: number | undefined };

/** Returns the settings that were given. A setting that was not given stays as in the preset. */
export function toneOf(options: ToneOptions): Partial<Tone> {
  const { exposure, contrast, temperature, tint, saturation, sharpness } = options;
  return {
    ...(exposure !== undefined && { exposure }),
    ...(contrast !== undefined && { contrast }),
    ...(temperature !== undefined && { temperature }),
    ...(tint !== undefined && { tint }),
    ...(saturation !== undefined && { saturation }),
    ...(sharpness !== undefined && { sharpness }),
  };
}

/** Parses a change of the exposure, in stops. */
export const stops = numberBetween(-2, 2, false);

/** Parses a setting that can go both ways. */
export const signed = numberBetween(-100, 100, true);

/** Parses a strength. */
export const strength = numberBetween(0, 100, true);

function numberBetween(min: number, max: number, isWhole: boolean): (text: string) => number {
  return (text) => {
    const number = Number(text);
    const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) && (!isWhole || Number.isInteger(number));
    if (!isNumber || number < min || number > max)
      throw new InvalidArgumentError(`It must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`);
    return number;
  };
}
