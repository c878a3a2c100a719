import type { Matte } from '@isola/imaging';
import type { DisputedPart } from '@isola/segmenter';

import type { Edit } from '../model/edit.ts';
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
/** The mean is taken over the pixels of every fourth row and column of a strip. */
const samplePx = 4;

/** @returns the disputed parts about which a person has not decided: each is still there, and no edit settles it. */
export function openParts({ matte, confidence, edits = [] }: PartsInQuestion): readonly DisputedPart[] {
  return confidence.disputed.filter((part) => !isSettled(part, edits) && meanAlpha(matte, part) >= minAlpha);
}

function meanAlpha({ data, widthPx, heightPx }: Matte, { strips }: DisputedPart): number {
  let [sum, count] = [0, 0];
  for (const strip of strips) {
    // A saved project may name a part that reaches beyond its image.
    const bottomPx = Math.min(heightPx, strip.topPx + strip.heightPx);
    const rightPx = Math.min(widthPx, strip.leftPx + strip.widthPx);
    for (let y = strip.topPx; y < bottomPx; y += samplePx) {
      for (let x = strip.leftPx; x < rightPx; x += samplePx) {
        sum += data[y * widthPx + x] ?? 0;
        count += 1;
      }
    }
  }
  return count === 0 ? 0 : sum / count;
}
