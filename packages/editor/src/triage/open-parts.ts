import type { Matte } from '@isola/imaging';
import type { DisputedPart } from '@isola/segmenter';

import type { Edit } from '../model/edit.ts';
import { isSettled } from '../edits/settle-part.ts';

export interface PartsInQuestion {
  /** Matte in use: the edited one, if there are edits. */
  readonly matte: Matte;
  readonly confidence: { readonly disputed: readonly DisputedPart[] };
  /** Edits of the document. */
  readonly edits?: readonly Edit[];
}

/** Mean alpha below which a part counts as erased. */
const minAlpha = 25;
/** Distance in px between the samples of which the mean is taken, across and down. */
const samplePx = 4;

/** @returns the disputed parts on which the user has not decided: they are still present, and no edit settles them. */
export function openParts({ matte, confidence, edits = [] }: PartsInQuestion): readonly DisputedPart[] {
  return confidence.disputed.filter((part) => !isSettled(part, edits) && meanAlpha(matte, part) >= minAlpha);
}

function meanAlpha({ data, widthPx, heightPx }: Matte, { strips }: DisputedPart): number {
  let [sum, count] = [0, 0];
  for (const strip of strips) {
    // A saved project may contain a part that reaches beyond its image.
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
