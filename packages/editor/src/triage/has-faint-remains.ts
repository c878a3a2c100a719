import { findFaint } from '@isola/imaging';
import type { Matte } from '@isola/segmenter';

import { reducedMatte } from './reduced-matte.ts';

/** Smallest share of the image that counts as remains. Less is dust that is hardly visible. */
const minShare = 0.002;

/** Checks whether a matte has faint remains far from the subject that are worth offering to remove; see `findFaint`. */
export function hasFaintRemains(matte: Matte): boolean {
  const { data, ...size } = reducedMatte(matte);
  return findFaint({ matte: data, ...size }).count >= minShare * data.length;
}
