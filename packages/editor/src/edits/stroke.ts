import * as z from 'zod/mini';

import { fromOne, percent, place } from '../schema/fields.ts';
import { defineEdit } from './define-edit.ts';
import type { Edit } from '../model/edit.ts';

const schema = z.object({
  kind: z.literal('stroke'),
  action: z.enum(['restore', 'erase']),
  /** x, y and pressure (0…1) of each point in turn. The stroke follows straight lines between the points. */
  points: z.array(place).check(z.maxLength(60_000)),
  /** Diameter of the brush in px of the image. */
  sizePx: z.number().check(z.minimum(0.5), z.maximum(8192)),
  /** 0 is soft from the middle on, 100 is sharp. */
  hardness: percent,
  opacity: fromOne,
  /** True when alpha under the brush is estimated from the image, instead of taken as painted. */
  followsEdges: z.boolean(),
});

export type Stroke = z.infer<typeof schema>;

/** Edit that is a stroke of the brush. */
export const strokeEdit = defineEdit('stroke', schema, {
  steps: [
    { id: 'restore', label: (t) => t('step.restore') },
    { id: 'erase', label: (t) => t('step.erase') },
  ],
  stepOf: ({ action }) => action,
});

export function isStroke(edit: Edit): edit is Stroke {
  return edit.kind === strokeEdit.kind;
}
