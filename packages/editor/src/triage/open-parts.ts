import type { Matte } from '@isola/imaging';
import type { DisputedPart } from '@isola/segmenter';

import type { Edit } from '../edits/define-edit.ts';
import { isSettled } from '../edits/settle-part.ts';

export interface PartsInQuestion {
  /** Matte in use: after edits, the edited one. */
  readonly matte: Matte;
  readonly confidence: { readonly disputed: readonly DisputedPart[] };
  /** The document's. */
  readonly edits?: readonly Edit[];
}

/** The mean alpha below which a part was erased. */
const minAlpha = 25;
/** Of a strip, each pixel of every so many rows and columns is looked at. */
const samplePx = 4;

/** @returns the disputed parts about which a person has not decided: each is still there, and no edit settles it. */
export function openParts({ matte, confidence, edits = [] }: PartsInQuestion): readonly DisputedPart[] {
  return confidence.disputed.filter((part) => !isSettled(part, edits) && meanAlpha(matte, part) >= minAlpha);
}

function meanAlpha({ data, widthPx }: Matte, { strips }: DisputedPart): number {
  let [sum, count] = [0, 0];
  for (const strip of strips) {
    for (let y = strip.topPx; y < strip.topPx + strip.heightPx; y += samplePx) {
      for (let x = strip.leftPx; x < strip.leftPx + strip.widthPx; x += samplePx) {
        sum += data[y * widthPx + x] ?? 0;
        count += 1;
      }
    }
  }
  return count === 0 ? 0 : sum / count;
}
