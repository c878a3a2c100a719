import type { Matte } from '@isola/imaging';
import type { HeadGuides } from './head-guides.ts';
/**
 * Finds a head in a matte from the outline of its subject alone: the crown, the chin, the axis between them and the
 * shoulders. Each guide has a state: sure, or unsure with the reason. The chin is in front of the neck, where no
 * outline shows it, so it is extrapolated from the jaw; it is unsure when hair, a hat or clothes hide the jaw. The
 * position of the eyes is only a proposal.
 * @returns undefined when the matte has no subject, or a subject without anything like a head.
 */
export declare function findHead(matte: Matte): HeadGuides | undefined;
