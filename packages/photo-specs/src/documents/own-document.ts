import type { DocumentSpec } from './document.ts';

/** Size that a user enters, for a form or an office that is not among the documents. */
export interface OwnSize {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Resolution of the file. Together with the millimetres it fixes the pixels. */
  readonly dotsPerInch: number;
  /** Smallest and largest accepted file, in kilobytes. */
  readonly minKilobytes?: number;
  readonly maxKilobytes?: number;
}

/** Returns the specification of a size that a user entered. It fixes no background and no position of the head. */
export function ownDocument({ widthMm, heightMm, dotsPerInch, minKilobytes, maxKilobytes }: OwnSize): DocumentSpec {
  const pixels = {
    widthPx: Math.round((widthMm / 25.4) * dotsPerInch),
    heightPx: Math.round((heightMm / 25.4) * dotsPerInch),
  };
  return {
    country: '',
    size: { widthMm, heightMm },
    pixels: { min: pixels, max: pixels },
    background: 'any',
    ...((minKilobytes !== undefined || maxKilobytes !== undefined) && {
      fileSize: {
        ...(minKilobytes !== undefined && { minKilobytes }),
        ...(maxKilobytes !== undefined && { maxKilobytes }),
      },
    }),
    from: {},
  };
}
