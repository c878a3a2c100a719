import * as z from 'zod/mini';

import type { EditParams } from './define-edit.ts';
import type { Edit } from './edit-kinds.ts';

const percent = z.number().check(z.minimum(0), z.maximum(100));

/** Schema of an edit of any kind. The definition of its kind checks the edit when it is applied. */
export const editSchema = z.looseObject({ kind: z.string() });

/** What is edited beside them; checked where it enters the worker. */
export const edgeEditsSchema = z.object({
  /** Moves the edge outwards where positive; in tenths of a px. */
  shift: z.number(),
  /** Softens the edge: the standard deviation in tenths of a px. */
  feather: z.number().check(z.minimum(0)),
  /** Makes the edge steeper, 0…100. */
  contrast: percent,
  /** Makes half-transparent areas inside the subject opaque, 0…100. */
  solidify: percent,
  /** How much of the old background's colour is removed from soft pixels, 0…100. It changes no alpha. */
  decontaminate: percent,
});

/**
 * Everything that is changed about a matte.
 * @typeParam Each the params of the edits that the worker serves.
 */
export type MatteEdits<Each extends EditParams = Edit> = Readonly<z.infer<typeof edgeEditsSchema>> & {
  /** Oldest first. */
  readonly edits: readonly Each[];
};

/** What is done along the edge, after all edits. */
export type EdgeEdits = Pick<MatteEdits, 'shift' | 'feather' | 'contrast' | 'solidify'>;

/** Edits that change nothing. */
export const noEdits: MatteEdits = { edits: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 };

/** Whether the edits change nothing: then the segmenter's own cutout is used as it is. */
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
