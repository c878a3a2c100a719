import type { ImageDocument } from './image-document.ts';
import { maxEdits } from '../schema/document-state.ts';
import { editDefinition, type EditDefinition } from '../edits/define-edit.ts';
import type { Edit } from '../model/edit.ts';
import type { StepName } from '../model/step.ts';

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
  return addEdits({ history }, [edit], editDefinition(definitions, edit).stepOf(edit), definitions);
}

/**
 * Adds several edits to the document as one step.
 * @returns false when the document would have more than `maxEdits` edits, and nothing was added.
 * @throws {RangeError} if no definition has the kind of an edit.
 */
export function addEdits(
  { history }: Pick<ImageDocument, 'history'>,
  edits: readonly Edit[],
  step: StepName,
  definitions: readonly EditDefinition[],
): boolean {
  for (const edit of edits) editDefinition(definitions, edit);
  const { state } = history.getState();
  const all = [...state.matte.edits, ...edits];
  if (all.length > maxEdits) return false;
  history.commit(step, { ...state, matte: { ...state.matte, edits: all } });
  return true;
}
