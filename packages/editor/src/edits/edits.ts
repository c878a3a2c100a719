import type { EditDefinition } from './define-edit.ts';
import { dropFaintEdit } from './drop-faint.ts';
import { fillInsideEdit } from './fill-inside.ts';
import { objectEdit } from './object.ts';
import { retouchEdit } from './retouch.ts';
import { seedClickEdit } from './seed-click.ts';
import { settlePartEdit } from './settle-part.ts';
import { strokeEdit } from './stroke.ts';

/** Every kind of edit of this package. To add a kind, add a file and a row here. */
export const edits: readonly EditDefinition[] = [
  strokeEdit,
  seedClickEdit,
  fillInsideEdit,
  dropFaintEdit,
  settlePartEdit,
  objectEdit,
  retouchEdit,
];
