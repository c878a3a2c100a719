import { useSyncExternalStore } from 'react';

import type { RemovalState } from './removal.ts';
import { siteRemoval } from './site-removal.ts';

/** The photo on the table, as it stands. Act on it through `siteRemoval`. */
export function useRemoval(): RemovalState {
  return useSyncExternalStore(siteRemoval.subscribe, siteRemoval.getSnapshot, siteRemoval.getSnapshot);
}
