import { type AreaRefusal, type CutoutToFill, fillArea } from '../fill/fill-area.ts';
import type { Task } from '../job/task.ts';
import { rasterizeStroke } from '../matte/rasterize-stroke.ts';
import { type RetouchEdit, retouchEditOf } from '../matte/retouch-edit.ts';

/** A thing to be erased: everything under a stroke. */
export interface Retouch {
  /** x, y and pressure (0…1) of each point, in px of the image. */
  readonly points: readonly number[];
  /** Diameter of the brush, in px of the image. */
  readonly sizePx: number;
  /** True when the result shows the image's own background, so that things in it can be erased, too. */
  readonly showsBackground: boolean;
}

export type Retouched =
  | { readonly edit: RetouchEdit; readonly refusal?: undefined }
  | { readonly edit?: undefined; readonly refusal: AreaRefusal };

/** Width by which the area is wider than the brush, in px: the soft edge of a thing that the brush just covers. */
const softEdgePx = 2;

/**
 * Fills the area under a stroke.
 * @throws the reason of the task's signal.
 */
export async function findFilling(
  { readPhoto, ...image }: CutoutToFill,
  { points, sizePx, showsBackground }: Retouch,
  task: Task,
): Promise<Retouched> {
  const brush = rasterizeStroke({ points, sizePx: sizePx + 2 * softEdgePx, hardness: 100 }, image);
  const { filled, refusal } = await fillArea({ ...image, ...(showsBackground && { readPhoto }) }, brush, task);
  return refusal ? { refusal } : { edit: await retouchEditOf(filled.rect, filled.pixels, filled.mask) };
}
