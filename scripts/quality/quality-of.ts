import { meanAbsoluteError, sumOfAbsoluteDifferences } from './absolute-error.ts';
import { boundaryF } from './boundary-f.ts';
import { colourError } from './colour-error.ts';
import { edgeBand } from './edge-band.ts';
import { gradientError } from './gradient-error.ts';
import { intersectionOverUnion } from './intersection-over-union.ts';
import { oldHue } from './old-hue.ts';
import { lostParts, rests } from './part-errors.ts';
import { type AlphaPlane, alphaPlaneOf, type Rgba, type Size } from './pixels.ts';
import { shrink } from './shrink.ts';
import { meanSquaredError } from './squared-error.ts';

/** How good a cut-out is; each number's own file says what it means. */
export type Quality = Readonly<Record<Metric, number | undefined>>;

/** Which way each is better. */
export const metrics = {
  iou: 'more',
  mae: 'less',
  mse: 'less',
  sad: 'less',
  gradientError: 'less',
  boundaryF: 'more',
  edgeBandMae: 'less',
  lostParts: 'less',
  rests: 'less',
  colourError: 'less',
  oldHue: 'less',
} as const satisfies Readonly<Record<string, 'more' | 'less'>>;

export type Metric = keyof typeof metrics;

export interface Truth {
  readonly alpha: AlphaPlane;
  /** The true foreground with its alpha, of the picture's size or smaller; colours are compared at its size. */
  readonly foreground: Rgba | undefined;
  /** The photograph that was cut out, at its full size; without it nobody can say which hue the old background has. */
  readonly picture?: Rgba | undefined;
}

/**
 * @param result a cut-out at its picture's full size.
 * @throws when the sizes differ.
 */
export function qualityOf(result: Rgba, { alpha: truth, foreground, picture }: Truth): Quality {
  const alpha = alphaPlaneOf(result, 'alpha');
  if (!isSameSize(alpha, truth)) throw new Error(`the cut-out is ${sizeText(alpha)}, the truth ${sizeText(truth)}`);
  if (picture && !isSameSize(picture, truth)) {
    throw new Error(`the photograph is ${sizeText(picture)}, the truth ${sizeText(truth)}`);
  }
  return {
    iou: intersectionOverUnion(alpha, truth),
    mae: meanAbsoluteError(alpha, truth),
    mse: meanSquaredError(alpha, truth),
    sad: sumOfAbsoluteDifferences(alpha, truth),
    gradientError: gradientError(alpha, truth),
    boundaryF: boundaryF(alpha, truth),
    edgeBandMae: meanAbsoluteError(alpha, truth, edgeBand(truth)),
    lostParts: lostParts(alpha, truth),
    rests: rests(alpha, truth),
    colourError:
      foreground && colourError(isSameSize(result, foreground) ? result : shrink(result, foreground), foreground),
    oldHue: picture && oldHue(result, picture, truth),
  };
}

function isSameSize(one: Size, other: Size): boolean {
  return one.widthPx === other.widthPx && one.heightPx === other.heightPx;
}

function sizeText({ widthPx, heightPx }: Size): string {
  return `${widthPx} × ${heightPx} px`;
}
