import type { Bounds } from '../geometry/rect.ts';
import type { SmallMap } from '../resample/interpolate-map.ts';

/** A small copy of a subject's alpha. `data` is the subject's share of each pixel, 0…1. */
export interface SubjectShape extends SmallMap {
  /** Bounding box of the subject in px of the map; undefined when there is no subject. */
  readonly bounds: Bounds | undefined;
}
