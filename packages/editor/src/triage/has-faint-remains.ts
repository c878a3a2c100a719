import { findFaint } from '@isola/imaging';
import type { Matte } from '@isola/segmenter';

import { reducedMatte } from './reduced-matte.ts';

/** Smallest share of the image that counts as remains; less is dust that hardly anyone sees. */
const minShare = 0.002;

/** Tells whether a matte has faint remains far from the subject that are worth a press; see `findFaint`. */
export function hasFaintRemains(matte: Matte): boolean {
  const { data, ...size } = reducedMatte(matte);
  return findFaint({ matte: data, ...size }).count >= minShare * data.length;
}
