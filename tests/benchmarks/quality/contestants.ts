import type { OurOptions } from '../arena/our-options.ts';
import type { Side } from '../arena/sides.ts';

/** A program or mode whose cutouts are scored. */
export interface Contestant {
  /** Key under which the JSON report lists the contestant's means. */
  readonly name: string;
  readonly side: Side;
  /** Options of our side. Without them, its defaults apply. */
  readonly options?: OurOptions;
}

/** The contestant with which all others are compared. */
export const peer: Contestant = { name: 'peer', side: 'peer' };

/** All contestants. Add a row to measure another of our modes. */
export const contestants: readonly Contestant[] = [
  { name: 'ours', side: 'ours' },
  { name: 'oursFine', side: 'ours', options: { detail: 'fine' } },
  peer,
];
