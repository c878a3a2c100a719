import type { Size } from '../api/size.ts';
import { type Mask, resampleMask } from './resample-mask.ts';
import { smoothStep } from './smooth-step.ts';
import { eachWindowMean } from './window-means.ts';

/** Of the shorter side, the radius of the window over which the referee's mask is averaged: its pixels are coarse, and edges are not its business. */
const refereeWindowShare = 1 / 160;
/** Of the shorter side, the radius of the window over which the changes are averaged: far more than the width of an edge. */
const partWindowShare = 1 / 16;
/** The mean change up to which the referee would change an edge alone, which it is too coarse for, and from which on a part of the subject. */
const [edgeChange, partChange] = [0.02, 0.1];
/** Of what the referee sees, the share that the mask has from which on the referee sees the same subject, at first a little and then wholly. */
const [leastSame, wholeSame] = [0.5, 0.7];
/** Of the mask's sure subject, the share that the referee has seen from which on it may take away what it has not seen. */
const [leastSeen, wholeSeen] = [0.92, 0.99];
/** What the referee sees by so much is subject, and what it sees by so little is not. */
const [leastSubject, sureSubject] = [0.8, 0.97];
const [sureBackground, leastBackground] = [0.02, 0.15];
/** The mask doubts what lies between these; below, it is sure of the background, and nothing is added there. */
const [leastDoubt, wholeDoubt] = [0.05, 0.3];
/** Above these the mask is sure of the subject, and nothing is taken away. */
const [leastSure, wholeSure] = [0.6, 0.95];

/**
 * Lets a second, small network decide, in place, where a mask is in doubt: a jumper that is half there, a wall between the head and the shoulder.
 * It has learned people, sees animals and toys as well, and knows nothing of other things; so it is heeded as far as it sees the same subject.
 * Where the mask is sure, nothing changes, and every decision is gradual.
 * @param mask 0…1, normalised, row by row.
 * @param seen the referee's mask of the same picture, at any size.
 */
export function heedReferee(mask: Float32Array, size: Size, seen: Mask): void {
  const referee = resampleMask(seen, size);
  const [keeps, drops] = trustIn(referee, mask);
  if (keeps === 0 && drops === 0) return;
  const change = new Float32Array(mask.length);
  eachWindowMean(referee, size, refereeWindowShare, (at, seenAbout) => {
    const value = mask[at] ?? 0;
    const added = keeps * smoothStep(leastSubject, sureSubject, seenAbout) * smoothStep(leastDoubt, wholeDoubt, value);
    const kept = value + (1 - value) * added;
    const isBackground = 1 - smoothStep(sureBackground, leastBackground, seenAbout);
    change[at] = kept * (1 - drops * isBackground * (1 - smoothStep(leastSure, wholeSure, kept))) - value;
  });
  eachWindowMean(change, size, partWindowShare, (at, mean) => {
    mask[at] = (mask[at] ?? 0) + (change[at] ?? 0) * smoothStep(edgeChange, partChange, Math.abs(mean));
  });
}

/** @returns how far the referee is trusted in what it keeps, and in what it drops, 0…1. */
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
