import { seedClickEdit } from './apply-seed-click.ts';
import { strokeEdit } from './apply-stroke.ts';
import type { EditOf } from './define-edit.ts';
import { dropFaintEdit } from './drop-faint.ts';
import { fillInsideEdit } from './fill-inside.ts';
import { objectEdit } from './object-edit.ts';
import { retouchEdit } from './retouch-edit.ts';
import { settlePartEdit } from './settle-part.ts';

/** All kinds of edits of this package. To add one, write its file and add a row here. */
export const editKinds = [
  strokeEdit,
  seedClickEdit,
  fillInsideEdit,
  dropFaintEdit,
  settlePartEdit,
  objectEdit,
  retouchEdit,
] as const;

/** Params of any of these edits. */
export type Edit = EditOf<(typeof editKinds)[number]>;
