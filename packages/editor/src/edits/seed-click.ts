import * as z from 'zod/mini';

import { place } from '../schema/fields.ts';
import { defineEdit } from './define-edit.ts';
import type { Edit } from '../model/edit.ts';

const schema = z.object({
  kind: z.literal('seed-click'),
  /** `keep` keeps only that part, `drop` removes it; `open` makes a hole, `fill` closes one. */
  action: z.enum(['keep', 'drop', 'open', 'fill']),
  x: place,
  y: place,
});

export type SeedClick = z.infer<typeof schema>;

/** A click on one place: what belongs together there is found in the image. */
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
