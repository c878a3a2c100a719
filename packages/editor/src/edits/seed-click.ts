import * as z from 'zod/mini';

import { place } from '../schema/fields.ts';
import { defineEdit } from './define-edit.ts';
import type { Edit } from '../model/edit.ts';

const schema = z.object({
  kind: z.literal('seed-click'),
  /**
   * Effect of the click: `keep` removes every part except the clicked one, `drop` removes the clicked one, `open` cuts
   * a hole, and `fill` closes one.
   */
  action: z.enum(['keep', 'drop', 'open', 'fill']),
  x: place,
  y: place,
});

export type SeedClick = z.infer<typeof schema>;

/** Edit that is a click on one point, from which a region of the image is grown. */
export const seedClickEdit = defineEdit('seed-click', schema, {
  steps: [
    { id: 'keep', label: (t) => t('step.keep') },
    { id: 'drop', label: (t) => t('step.drop') },
    { id: 'open', label: (t) => t('step.open') },
    { id: 'fill', label: (t) => t('step.fill') },
  ],
  stepOf: ({ action }) => action,
});

export function isSeedClick(edit: Edit): edit is SeedClick {
  return edit.kind === seedClickEdit.kind;
}
