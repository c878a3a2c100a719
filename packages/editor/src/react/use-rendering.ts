import { useSyncExternalStore } from 'react';

import type { Rendering, RenderingSnapshot } from '../rendering/create-rendering.ts';

/** @returns what is rendered; work begins with the first component that asks, and ends with the last. */
export function useRendering({ subscribe, getSnapshot }: Rendering): RenderingSnapshot {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
