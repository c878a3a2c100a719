import type { Batch } from '../../batch.ts';
import { movedIndex } from './list-entries.ts';
import type { UndoableStep } from './use-removal.tsx';

/** Actions on items, used by rows, keys and menus. */
export interface ItemActions {
  readonly edit: (id: string) => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly download: (id: string) => void;
  /** Announces a step that was done, and offers to undo it. */
  readonly offerUndo: (step: UndoableStep) => void;
  /** Announces a visible change to screen readers. */
  readonly announce: (text: string) => void;
}

/**
 * Moves an item up (-1) or down (1) within its section.
 * @returns its new position in the batch, starting at 1; undefined when it cannot move.
 */
export function moveItem(batch: Batch, id: string, by: 1 | -1): number | undefined {
  const index = movedIndex(batch.getState().items, id, by);
  if (index === undefined) return undefined;
  batch.move(id, index);
  return index + 1;
}
