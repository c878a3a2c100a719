import { useShallow } from 'zustand/react/shallow';

import { useBatchState } from './batch-context.tsx';
import { countItems, type Counts } from './list/list-entries.ts';

/** Returns the number of items in each state. */
export function useCounts(): Counts {
  return useBatchState(useShallow(({ items }) => countItems(items)));
}
