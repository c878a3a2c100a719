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

/** Scores of a cutout. The file of each metric defines it. */
export type Quality = Readonly<Record<Metric, number | undefined>>;

/** Direction in which each metric is better. */
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
  /** True foreground with its alpha, of the image's size or smaller. Colours are compared at its size. */
  readonly foreground: Rgba | undefined;
  /** Full-size photo that was cut out. Without it the hue of the old background is unknown. */
  readonly picture?: Rgba | undefined;
}

/**
 * Scores a cutout.
 * @param result cutout at its image's full size.
 * @throws when the sizes differ.
 */
export function qualityOf(result: Rgba, { alpha: truth, foreground, picture }: Truth): Quality {
  const alpha = alphaPlaneOf(result, 'alpha');
  if (!isSameSize(alpha, truth))
    throw new Error(`the size of the cutout is ${sizeText(alpha)}, and that of the reference ${sizeText(truth)}`);
  if (picture && !isSameSize(picture, truth)) {
    throw new Error(`the size of the photo is ${sizeText(picture)}, and that of the reference ${sizeText(truth)}`);
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
