import type { DisputedPart } from '@isola/segmenter';
import * as z from 'zod/mini';

import { disputedPart } from '../schema/fields.ts';
import { defineEdit } from './define-edit.ts';
import type { Edit } from '../model/edit.ts';

const schema = z.extend(disputedPart, {
  kind: z.literal('settle-part'),
  /** `keep` makes the part solid, `clear` removes it. */
  action: z.enum(['keep', 'clear']),
});

type SettlePart = z.infer<typeof schema>;

/** Edit that settles whether a disputed part is kept or removed. */
export const settlePartEdit = defineEdit('settle-part', schema, {
  steps: [
    { id: 'keep-part', label: (t) => t('step.keep-part') },
    { id: 'clear-part', label: (t) => t('step.clear-part') },
  ],
  stepOf: ({ action }) => `${action}-part`,
});

export function settlePart(part: DisputedPart, action: SettlePart['action']): SettlePart {
  const { leftPx, topPx, widthPx, heightPx, strips } = part;
  return { kind: settlePartEdit.kind, action, leftPx, topPx, widthPx, heightPx, strips: [...strips] };
}

/** Returns whether one of the edits settles this part. */
export function isSettled(part: DisputedPart, edits: readonly Edit[]): boolean {
  return edits.some((edit) => isSettlePart(edit) && isSamePart(edit, part));
}

export function isSamePart(one: DisputedPart, other: DisputedPart): boolean {
  return (['leftPx', 'topPx', 'widthPx', 'heightPx'] as const).every((side) => one[side] === other[side]);
}

function isSettlePart(edit: Edit): edit is SettlePart {
  return edit.kind === settlePartEdit.kind;
}
