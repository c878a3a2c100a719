import { type LinearColor, linearFromHex } from '../color/linear-light.ts';
import type { Size } from '../geometry/rect.ts';
import { enlargedMap, type ReadRow } from '../resample/interpolate-map.ts';
import { distanceMap } from './distance-map.ts';
import type { OutlineParams } from './outline-params.ts';
import type { SubjectShape } from './subject-shape.ts';

/** An outline that was computed for one cutout. */
export interface PreparedOutline {
  /** Reads the share of each pixel of a row that the outline covers, 0…1. It is 1 behind the whole subject. */
  readonly coverage: ReadRow;
  readonly color: LinearColor;
  /** The subject merged with its outline. This shape casts the shadow. */
  readonly outlined: SubjectShape;
}

/**
 * Computes the outline of a cutout.
 * @param full size of the cutout.
 * @returns undefined when the cutout has no subject.
 */
export function prepareOutline(
  subject: SubjectShape,
  { width, color }: OutlineParams,
  full: Size,
): PreparedOutline | undefined {
  const { bounds } = subject;
  if (!bounds) return undefined;
  const widthPx = (width / 1000) * Math.sqrt((bounds.right - bounds.left) * (bounds.bottom - bounds.top));
  const distances = distanceMap(subject);
  const readDistance = enlargedMap(distances, 1, full.widthPx, full.heightPx);
  const fullPerPx = full.widthPx / subject.widthPx;
  return {
    coverage(row, into) {
      readDistance(row, into);
      for (let x = 0; x < into.length; x += 1) into[x] = coveredAt((into[x] ?? 0) * fullPerPx, widthPx * fullPerPx);
    },
    color: linearFromHex(color),
    outlined: {
      widthPx: subject.widthPx,
      heightPx: subject.heightPx,
      data: subject.data.map((share, at) => Math.max(share, coveredAt(distances.data[at] ?? 0, widthPx))),
      bounds: {
        left: Math.max(0, Math.floor(bounds.left - widthPx)),
        top: Math.max(0, Math.floor(bounds.top - widthPx)),
        right: Math.min(subject.widthPx, Math.ceil(bounds.right + widthPx)),
        bottom: Math.min(subject.heightPx, Math.ceil(bounds.bottom + widthPx)),
      },
    },
  };
}

/** Returns the share of a pixel that lies within the line. Pixels on the line's rim are covered in part. */
function coveredAt(distancePx: number, widthPx: number): number {
  return Math.min(1, Math.max(0, widthPx - distancePx + 0.5));
}
