import { useShallow } from 'zustand/react/shallow';

import { useBatchState } from './batch-context.tsx';
import { countItems, type Counts } from './list/list-entries.ts';

/** @returns how many items stand where. */
export function useCounts(): Counts {
  return useBatchState(useShallow(({ items }) => countItems(items)));
}
