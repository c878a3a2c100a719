import { createStore, type StoreApi } from 'zustand/vanilla';

/** Effect of a stroke of the tool Retouch: it fills an area with what surrounds it, or replaces it by large blocks. */
export type RetouchMode = 'fill' | 'blur';

/** Mode of the tool Retouch, which its panel sets and its stage follows. */
export type RetouchModeStore = StoreApi<RetouchMode>;

export const createRetouchMode = (): RetouchModeStore => createStore<RetouchMode>(() => 'fill');
