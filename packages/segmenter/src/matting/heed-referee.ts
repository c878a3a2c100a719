import type { Size } from '../api/size.ts';
import { type Mask, resampleMask } from './resample-mask.ts';
import { smoothStep } from './smooth-step.ts';
import { eachWindowMean } from './window-means.ts';

/**
 * Radius of the window over which the referee's mask is averaged, as a share of the shorter side. Its pixels are
 * coarse, and it does not know edges.
 */
const refereeWindowShare = 1 / 160;
/**
 * Radius of the window over which the changes are averaged, as a share of the shorter side. It is far more than the
 * width of an edge.
 */
const partWindowShare = 1 / 16;
/**
 * Mean change of alpha in a window, 0…1. Up to the first value the referee would change only an edge, for which it is
 * too coarse, so its change is ignored. From the second value on it changes a part of the subject and is applied fully.
 */
const [edgeChange, partChange] = [0.02, 0.1];
/**
 * Share of the referee's subject that the mask must contain before the referee may keep parts. At the first share it is
 * not trusted yet; from the second on, where both masks show the same subject, it is trusted fully.
 */
const [leastSame, wholeSame] = [0.5, 0.7];
/**
 * Share of the mask's sure subject that the referee must detect before it may remove parts. At the first share it is
 * not trusted yet; from the second on it is trusted fully.
 */
const [leastSeen, wholeSeen] = [0.92, 0.99];
/** Alpha in the referee's mask: no subject up to the first value, surely subject from the second on. */
const [leastSubject, sureSubject] = [0.8, 0.97];
/** Alpha in the referee's mask: surely background up to the first value, not background from the second on. */
const [sureBackground, leastBackground] = [0.02, 0.15];
/**
 * Alpha in the mask: surely background up to the first value, where nothing is added; in doubt from the second on.
 */
const [leastDoubt, wholeDoubt] = [0.05, 0.3];
/** Alpha in the mask: in doubt up to the first value; surely subject from the second on, where nothing is removed. */
const [leastSure, wholeSure] = [0.6, 0.95];

/**
 * Lets a second, small network decide, in place, where a mask is in doubt, for example a half-transparent jumper, or a
 * wall between the head and the shoulder. This network was trained on people, recognises animals and toys as well, and
 * does not know other things. It therefore counts only as far as it detects the same subject. Where the mask is sure,
 * nothing changes, and every decision is gradual.
 * @param mask 0…1, normalised, row by row.
 * @param seen the referee's mask of the same image, at any size.
 * @returns how surely the referee decided each pixel, 0…1, row by row; undefined if it is not trusted and nothing
 *   changed.
 */
export function heedReferee(mask: Float32Array, size: Size, seen: Mask): Float32Array | undefined {
  const referee = resampleMask(seen, size);
  const [keeps, drops] = trustIn(referee, mask);
  if (keeps === 0 && drops === 0) return undefined;
  const change = new Float32Array(mask.length);
  const decided = new Float32Array(mask.length);
  eachWindowMean(referee, size, refereeWindowShare, (at, seenAbout) => {
    const value = mask[at] ?? 0;
    const keeping = keeps * smoothStep(leastSubject, sureSubject, seenAbout);
    const dropping = drops * (1 - smoothStep(sureBackground, leastBackground, seenAbout));
    const kept = value + (1 - value) * keeping * smoothStep(leastDoubt, wholeDoubt, value);
    change[at] = kept * (1 - dropping * (1 - smoothStep(leastSure, wholeSure, kept))) - value;
    decided[at] = Math.max(keeping, dropping);
  });
  eachWindowMean(change, size, partWindowShare, (at, mean) => {
    mask[at] = (mask[at] ?? 0) + (change[at] ?? 0) * smoothStep(edgeChange, partChange, Math.abs(mean));
  });
  return decided;
}

/** Returns how far the referee is trusted in what it keeps, and in what it drops, 0…1. */
function trustIn(referee: Float32Array, mask: Float32Array): readonly [keeps: number, drops: number] {
  let [seen, seenAndHad, had, hadAndSeen] = [0, 0, 0, 0];
  for (let at = 0; at < mask.length; at += 1) {
    const [value, other] = [mask[at] ?? 0, referee[at] ?? 0];
    if (other > 0.5) {
      seen += 1;
      if (value > 0.3) seenAndHad += 1;
    }
    if (value > 0.5) {
      had += 1;
      if (other > 0.3) hadAndSeen += 1;
    }
  }
  return [
    smoothStep(leastSame, wholeSame, seen === 0 ? 0 : seenAndHad / seen),
    smoothStep(leastSeen, wholeSeen, had === 0 ? 0 : hadAndSeen / had),
  ];
}
