import * as z from 'zod/mini';

import type { DocumentState } from '../schema/document-state.ts';
import { defineEdit } from './define-edit.ts';
import type { Edit } from '../model/edit.ts';

const schema = z.object({ kind: z.literal('fill-inside') });

/** Edit that keeps the white that the outlines of a drawing enclose. */
export const fillInsideEdit = defineEdit('fill-inside', schema, {
  steps: [
    { id: 'fill-inside', label: (t) => t('step.fill-inside') },
    { id: 'open-inside', label: (t) => t('step.open-inside') },
  ],
  choices: [{ id: 'fill-inside', label: (t) => t('inside.keep'), edit: { kind: 'fill-inside' } }],
  stepOf: () => 'fill-inside',
});

export function isFillInside(edit: Edit): boolean {
  return edit.kind === fillInsideEdit.kind;
}

/** @returns the state without that edit, so that the enclosed white is transparent again. */
export function withoutFillInside(state: DocumentState): DocumentState {
  const edits = state.matte.edits.filter((edit) => !isFillInside(edit));
  return { ...state, matte: { ...state.matte, edits } };
}
