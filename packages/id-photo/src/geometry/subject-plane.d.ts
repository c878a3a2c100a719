import type { Matte } from '@isola/imaging';
/** The largest connected part of a matte, reduced to a size that is quick to scan. */
export interface SubjectPlane {
  readonly width: number;
  readonly height: number;
  /** Coverage from 0 to 255, row by row. */
  readonly data: Uint8Array;
  /** Width and height of one px of the plane, in px of the matte. */
  readonly scale: number;
}
/**
 * Averages a matte down to the plane's size and removes everything that is not connected to the largest part, such as
 * other people and specks.
 * @returns undefined when the matte has no subject.
 */
export declare function subjectPlane(matte: Matte): SubjectPlane | undefined;
