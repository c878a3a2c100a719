import type { Matte, Segmenter } from '@isola/segmenter/node';

import { type Click, nextClick } from '../../../scripts/quality/next-click.ts';
import { maskOf, overlapOf } from './masks.ts';
import { caseSize } from './two-subjects.ts';

/** Number of points to leave out. */
const clicks = 2;
/** Share of each subject that the whole image's matte must have, so that there is a subject to leave out. */
const minShare = 0.5;

export interface LeftOut {
  /** Overlap with the truth of the whole image's matte, and after each point. */
  readonly overlaps: readonly number[];
  readonly points: readonly Click[];
  /** The mask after all points. */
  readonly result: Uint8Array;
}

/** Checks whether a matte has the greater part of every subject. */
export function hasAll(matte: Matte, truths: readonly Uint8Array[]): boolean {
  const mask = maskOf(matte);
  return truths.every((truth) => {
    let [had, all] = [0, 0];
    for (const [at, is] of truth.entries()) {
      all += is;
      had += is & (mask[at] ?? 0);
    }
    return all > 0 && had >= minShare * all;
  });
}

/**
 * Leaves out of the whole image's matte what is not the wanted subject. Each point is in the middle of the thickest part
 * that is too much, and is applied to the matte that the point before it left, as in the editor.
 */
export async function leaveOut(
  segmenter: Pick<Segmenter, 'segment'>,
  file: Uint8Array<ArrayBuffer>,
  whole: Matte,
  truth: Uint8Array,
): Promise<LeftOut> {
  let matte = whole;
  let result = maskOf(matte);
  const points: Click[] = [];
  const overlaps = [overlapOf(result, truth)];
  for (let count = 0; count < clicks; count += 1) {
    const had = result;
    // The truth within the result has nothing that is missing, so the click is on something that is too much.
    const point = nextClick(
      Uint8Array.from(truth, (is, at) => is & (had[at] ?? 0)),
      had,
      caseSize,
    );
    if (point) {
      points.push(point);
      const prompt = { points: [point], matte, corrected: count > 0 };
      ({ matte } = await segmenter.segment(file, { outputs: [], prompt }));
      result = maskOf(matte);
    }
    overlaps.push(overlapOf(result, truth));
  }
  return { overlaps, points, result };
}
