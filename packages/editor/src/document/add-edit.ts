import type { ImageDocument } from './image-document.ts';
import { maxEdits } from '../schema/document-state.ts';
import { editDefinition, type EditDefinition } from '../edits/define-edit.ts';
import type { Edit } from '../model/edit.ts';

/**
 * Adds an edit to the document as one step.
 * @returns false when the document already has `maxEdits` edits, and nothing was added.
 * @throws {RangeError} if no definition has the edit's kind.
 */
export function addEdit(
  { history }: Pick<ImageDocument, 'history'>,
  edit: Edit,
  definitions: readonly EditDefinition[],
): boolean {
  const { state } = history.getState();
  if (state.matte.edits.length >= maxEdits) return false;
  const { stepOf } = editDefinition(definitions, edit);
  history.commit(stepOf(edit), { ...state, matte: { ...state.matte, edits: [...state.matte.edits, edit] } });
  return true;
}
