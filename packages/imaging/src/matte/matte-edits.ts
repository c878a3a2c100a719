import * as z from 'zod/mini';

import type { EditParams } from './define-edit.ts';
import type { Edit } from './edit-kinds.ts';

const percent = z.number().check(z.minimum(0), z.maximum(100));

/** Schema of an edit of any kind. The definition of its kind checks the edit when it is applied. */
export const editSchema = z.looseObject({ kind: z.string() });

/** Schema of the settings in addition to the list of edits, checked when params enter the worker. */
export const edgeEditsSchema = z.object({
  /** Distance by which the edge moves outwards, in tenths of a px; negative is inwards. */
  shift: z.number(),
  /** Standard deviation by which the edge is softened, in tenths of a px. */
  feather: z.number().check(z.minimum(0)),
  /** Contrast that makes the edge steeper, 0…100. */
  contrast: percent,
  /** Strength with which half-transparent areas inside the subject become opaque, 0…100. */
  solidify: percent,
  /** Share of the old background's colour that is removed from soft pixels, 0…100. It changes no alpha. */
  decontaminate: percent,
});

/**
 * All changes of a matte.
 * @typeParam Each params of the edits that the worker serves.
 */
export type MatteEdits<Each extends EditParams = Edit> = Readonly<z.infer<typeof edgeEditsSchema>> & {
  /** Edits in the order in which they are applied, the oldest first. */
  readonly edits: readonly Each[];
};

/** Settings of the edge, which apply after all edits. */
export type EdgeEdits = Pick<MatteEdits, 'shift' | 'feather' | 'contrast' | 'solidify'>;

/** Edits that change nothing. */
export const noEdits: MatteEdits = { edits: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 };

/** Checks whether the edits change nothing. Then the segmenter's cutout is used without changes. */
export function isUnedited({
  edits,
  shift,
  feather,
  contrast,
  solidify,
  decontaminate,
}: MatteEdits<EditParams>): boolean {
  return (
    edits.length === 0 && shift === 0 && feather === 0 && contrast === 0 && solidify === 0 && decontaminate === 100
  );
}
