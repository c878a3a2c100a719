import type { Matte } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';
import type { Changes } from './apply-lesson.ts';

/** Greatest distance of a soft fringe from what is changed, as a share of the grid's longer side. */
const fringeShare = 1 / 24;
/** Mask value from which a pixel belongs to the subject. */
const minShare = 0.5;

/** The pixels of the grid that change, and the mask before. */
export interface ChangedGrid extends Size, Changes {
  readonly mask: Float32Array;
}

/**
 * Takes over a corrected matte where a lesson changed something, and in the soft fringes there. Everything else stays
 * exactly as it was.
 * @returns the merged matte. In removed parts alpha is never above the earlier value; in added parts it is never below it.
 */
export function mergeMattes(before: Matte, corrected: Matte, changed: ChangedGrid): Matte {
  const { widthPx, heightPx } = before;
  const labels = labelsOf(changed);
  const data = before.data.slice();
  const columns = Uint32Array.from({ length: widthPx }, (_, x) => Math.floor(((x + 0.5) * changed.widthPx) / widthPx));
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = Math.floor(((y + 0.5) * changed.heightPx) / heightPx) * changed.widthPx;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const label = labels[row + (columns[x] ?? 0)];
      const [own, other] = [data[at] ?? 0, corrected.data[at] ?? 0];
      if (label === removedLabel) data[at] = Math.min(own, other);
      else if (label === addedLabel) data[at] = Math.max(own, other);
    }
  }
  return { widthPx, heightPx, data };
}

const [unknownLabel, keptLabel, removedLabel, addedLabel] = [0, 1, 2, 3];

/** Labels each pixel by the nearest thing within the reach of a fringe. */
function labelsOf({ removed, added, mask, widthPx, heightPx }: ChangedGrid): Uint8Array {
  const labels = Uint8Array.from(mask, (share, at) => {
    if (removed[at] === 1) return removedLabel;
    if (added[at] === 1) return addedLabel;
    return share >= minShare ? keptLabel : unknownLabel;
  });
  let border = [...labels.keys()].filter((at) => labels[at] !== unknownLabel);
  const fringePx = Math.round(Math.max(widthPx, heightPx) * fringeShare);
  for (let step = 0; step < fringePx && border.length > 0; step += 1) {
    const next: number[] = [];
    for (const at of border) {
      const x = at % widthPx;
      for (const to of [x > 0 ? at - 1 : -1, x + 1 < widthPx ? at + 1 : -1, at - widthPx, at + widthPx]) {
        if (labels[to] !== unknownLabel) continue;
        labels[to] = labels[at] ?? unknownLabel;
        next.push(to);
      }
    }
    border = next;
  }
  return labels;
}
