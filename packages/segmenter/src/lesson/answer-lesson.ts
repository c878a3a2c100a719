import type { LessonRequest } from '../api/lesson-request.ts';
import { type LessonAnswer, lessonVersion } from '../api/lesson.ts';
import type { Matte } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';
import type { Features } from '../engine/network-engine.ts';
import { type Mask, resampleMask } from '../matting/resample-mask.ts';
import { maskOfSelection } from '../prompt/mask-of-selection.ts';
import { oklabOf } from '../prompt/oklab-of.ts';
import { applyLesson } from './apply-lesson.ts';
import { describeCells } from './describe-cells.ts';
import { learnLesson } from './learn-lesson.ts';
import { mergeMattes } from './merge-mattes.ts';

/** Longer side of the grid on which a lesson's changes are worked out, in pixels. */
const gridLongSidePx = 320;

/** An image of which a lesson is learnt, or to which one is applied. */
export interface LessonImage extends Size {
  /** The network's features of the image. */
  readonly features: Features;
  /** The `id` of the network's model. */
  readonly model: string;
  /** The given matte at the network's size. */
  readonly found: Mask;
  /** Returns the image at another size: RGBA, 8-bit. */
  readonly scaled: (size: Size) => Promise<Uint8ClampedArray>;
  /** Makes a full-size matte of a mask of the same size as `found`. */
  readonly refined: (mask: Float32Array<ArrayBuffer>) => Promise<Matte>;
}

/** The answer with its matte: the corrected one, or the given one if nothing changed. */
export interface AnsweredLesson {
  readonly matte: Matte;
  readonly answer: LessonAnswer;
}

/**
 * Learns a lesson from a corrected image, or applies one to an image.
 * @returns undefined for a lesson of another version or of another model.
 */
export async function answerLesson(request: LessonRequest, image: LessonImage): Promise<AnsweredLesson | undefined> {
  const { features, found, model, scaled } = image;
  const cellSize = { widthPx: features.widthPx, heightPx: features.heightPx };
  const shares = resampleMask(found, cellSize);
  const cells = describeCells(features, oklabOf(await scaled(cellSize)), shares);
  if (request.kind === 'learn') {
    const lesson = learnLesson(cells, sharesOf(request.before, cells), sharesOf(request.after, cells), model);
    return {
      matte: request.after,
      answer: lesson ? { outcome: 'learnt', lesson } : { outcome: 'too-small' },
    };
  }
  const { lesson, matte } = request;
  if (lesson.version !== lessonVersion || lesson.model !== model) return undefined;
  const grid = gridOf(image);
  const mask = resampleMask(found, grid);
  const changes = applyLesson(lesson, cells, { ...grid, colours: oklabOf(await scaled(grid)), mask });
  const { removed, added } = changes;
  let count = 0;
  const selected = Uint8Array.from(mask, (share, at) => {
    count += (removed[at] ?? 0) + (added[at] ?? 0);
    return Number((share >= 0.5 && removed[at] === 0) || added[at] === 1);
  });
  if (count === 0) return { matte, answer: { outcome: 'unchanged' } };
  const selection = { ...grid, selected, shares: mask, wholeShares: mask, views: [] };
  const corrected = await image.refined(maskOfSelection(found, selection));
  return {
    matte: mergeMattes(matte, corrected, { ...grid, ...changes, mask }),
    answer: { outcome: 'changed', share: count / mask.length },
  };
}

/** Returns the subject's share of each cell. */
function sharesOf(matte: Matte, { widthPx, heightPx }: Size): Float32Array {
  const shares = new Float32Array(matte.data.length);
  // A loop takes a fraction of the time of `Float32Array.from` with a function.
  for (let at = 0; at < shares.length; at += 1) shares[at] = (matte.data[at] ?? 0) / 255;
  return resampleMask({ mask: shares, widthPx: matte.widthPx, heightPx: matte.heightPx }, { widthPx, heightPx });
}

function gridOf({ widthPx, heightPx }: Size): Size {
  const scale = gridLongSidePx / Math.max(widthPx, heightPx);
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}
