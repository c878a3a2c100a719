import * as z from 'zod/mini';

import { fromOne, percent, place } from '../schema/fields.ts';
import { defineEdit } from './define-edit.ts';
import type { Edit } from '../model/edit.ts';

const schema = z.object({
  kind: z.literal('stroke'),
  action: z.enum(['restore', 'erase']),
  /** x, y and pressure (0…1) of each point, one after the other. Along straight lines from point to point. */
  points: z.array(place).check(z.maxLength(60_000)),
  /** The brush's diameter in px of the image. */
  sizePx: z.number().check(z.minimum(0.5), z.maximum(8192)),
  /** 0 is soft from its middle on, 100 is sharp. */
  hardness: percent,
  opacity: fromOne,
  /** Whether it keeps to the image's edges and finds hair anew, rather than being taken as painted. */
  followsEdges: z.boolean(),
});

export type Stroke = z.infer<typeof schema>;

/** A stroke of the brush. */
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
