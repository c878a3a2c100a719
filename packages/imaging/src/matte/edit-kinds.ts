import { seedClickEdit } from './apply-seed-click.ts';
import { strokeEdit } from './apply-stroke.ts';
import type { EditOf } from './define-edit.ts';
import { dropFaintEdit } from './drop-faint.ts';
import { fillInsideEdit } from './fill-inside.ts';
import { settlePartEdit } from './settle-part.ts';

/** Every kind of edit of this package. A new kind is a new file and a row here. */
export const editKinds = [strokeEdit, seedClickEdit, fillInsideEdit, dropFaintEdit, settlePartEdit] as const;

/** One change of a matte. */
export type Edit = EditOf<(typeof editKinds)[number]>;
