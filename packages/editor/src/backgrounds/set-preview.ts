import { cropOfSet, type RenderedSet, type SetAdjustments } from '@isola/sets';

import type { CanvasRect } from '../model/canvas-rect.ts';
import { isSameData } from '../model/same-data.ts';
import type { Background } from '../model/background.ts';

/** Small picture of a whole set with its adjustments. */
interface SetPreview {
  readonly settings: Background;
  readonly set: Pick<RenderedSet, 'ground'>;
  readonly adjustments: Pick<SetAdjustments, 'hasFloor'>;
  readonly whole: OffscreenCanvas;
}

/** Number of kept previews: those of the last candidates, and of the ones before them. */
const most = 12;

/** Previews of the sets that were found most recently, the oldest first. */
let previews: readonly SetPreview[] = [];

/** Keeps a small picture of a set for the canvas, until the worker has rendered the set. */
export function keepSetPreview(preview: SetPreview): void {
  previews = [...previews.filter(({ settings }) => !isSameData(settings, preview.settings)), preview].slice(-most);
}

/** @returns a function that paints the kept picture of a set; undefined when none is kept. */
export function setPreview(settings: Background) {
  const kept = previews.find((each) => isSameData(each.settings, settings));
  return (
    kept &&
    ((context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D, to: CanvasRect) =>
      paintSet(kept, context, to))
  );
}

/** Paints the part of a set that a result of the shape of `to` shows. */
export function paintSet(
  { set, adjustments, whole }: Pick<SetPreview, 'set' | 'adjustments' | 'whole'>,
  context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D,
  to: CanvasRect,
): void {
  const { left, top, width, height } = cropOfSet(set, adjustments, to.width, to.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    whole,
    left * whole.width,
    top * whole.height,
    width * whole.width,
    height * whole.height,
    to.x,
    to.y,
    to.width,
    to.height,
  );
}
