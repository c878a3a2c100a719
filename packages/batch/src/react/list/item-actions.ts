import type { Batch } from '../../batch.ts';
import { movedIndex } from './list-entries.ts';

/** What can be done with single items from rows, keys and menus. */
export interface ItemActions {
  readonly edit: (id: string) => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly download: (id: string) => void;
  /** Says a change that is seen, for those who do not see it. */
  readonly announce: (text: string) => void;
}

/** @returns the item's place afterwards, counted from 1; undefined where it could not move. */
export function moveItem(batch: Batch, id: string, by: 1 | -1): number | undefined {
  const index = movedIndex(batch.getState().items, id, by);
  if (index === undefined) return undefined;
  batch.move(id, index);
  return index + 1;
}
