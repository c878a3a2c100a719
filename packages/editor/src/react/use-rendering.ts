import { useStore } from 'zustand';

import type { Rendering, RenderingState } from '../rendering/create-rendering.ts';

/** @returns what is rendered; work begins with the first component that asks, and ends with the last. */
export function useRendering(rendering: Rendering): RenderingState {
  return useStore(rendering);
}
