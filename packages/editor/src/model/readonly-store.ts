import type { StoreApi } from 'zustand/vanilla';

/**
 * State that only its owner changes. A component reads it with zustand's `useStore(store, selector)`, and is rendered
 * again when the selected value changes.
 */
export type ReadonlyStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;
