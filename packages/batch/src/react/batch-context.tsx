import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

import type { Batch, BatchItem, BatchState } from '../batch.ts';
import type { BatchPreset } from '../preset/batch-preset.ts';
import { createFlick, type Flick } from './list/create-flick.ts';
import { createSelection, type Selection, type SelectionState } from './list/create-selection.ts';

interface Surface {
  readonly batch: Batch;
  readonly selection: Selection;
  readonly live: StoreApi<LiveState>;
  readonly flick: Flick;
}

interface LiveState {
  /** The preset as it is being changed, for example while a slider moves; undefined when the batch's preset holds. */
  readonly preset: BatchPreset | undefined;
}

const SurfaceContext = createContext<Surface | undefined>(undefined);

/** Provides a batch and its selection to the components within. */
export function BatchProvider({ batch, children }: { batch: Batch; children: ReactNode }) {
  const [selection] = useState(createSelection);
  const [live] = useState(() => createStore<LiveState>(() => ({ preset: undefined })));
  const [flick] = useState(createFlick);
  const surface = useMemo(() => ({ batch, selection, live, flick }), [batch, selection, live, flick]);
  return <SurfaceContext value={surface}>{children}</SurfaceContext>;
}

/** @throws {Error} outside a `BatchProvider`. */
function useSurface(): Surface {
  const surface = use(SurfaceContext);
  if (!surface) throw new Error('useBatch needs a BatchProvider around it');
  return surface;
}

export function useBatch(): Batch {
  return useSurface().batch;
}

export function useSelection(): Selection {
  return useSurface().selection;
}

/**
 * Selects a value of the batch's state. The caller renders again when the value changes. For several values, use
 * `useShallow`.
 */
export function useBatchState<Value>(selector: (state: BatchState) => Value): Value {
  return useStore(useBatch(), selector);
}

export function useSelectionState<Value>(selector: (state: SelectionState) => Value): Value {
  return useStore(useSelection(), selector);
}

export function useFlick(): Flick {
  return useSurface().flick;
}

/** Returns the store of the preset that is being changed and not chosen yet. */
export function useLive(): StoreApi<LiveState> {
  return useSurface().live;
}

export function useLiveState<Value>(selector: (state: LiveState) => Value): Value {
  return useStore(useLive(), selector);
}

/** @returns the current item; undefined once it is removed. Only changes of this item render the caller again. */
export function useItem(id: string): BatchItem | undefined {
  return useBatchState(({ items }) => items.find((item) => item.id === id));
}
