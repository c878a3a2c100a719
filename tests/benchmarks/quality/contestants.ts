import type { OurOptions } from '../arena/our-options.ts';
import type { Side } from '../arena/sides.ts';

/** Someone whose cut-outs are judged. */
export interface Contestant {
  /** The key of its means in the JSON. */
  readonly name: string;
  readonly side: Side;
  /** For our side; its defaults if absent. */
  readonly options?: OurOptions;
}

/** The one that all others are compared with. */
export const peer: Contestant = { name: 'peer', side: 'peer' };

/** Another of our modes is another row. */
export const contestants: readonly Contestant[] = [
  { name: 'ours', side: 'ours' },
  { name: 'oursFine', side: 'ours', options: { detail: 'fine' } },
  peer,
];
