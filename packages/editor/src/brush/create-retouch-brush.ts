import type { Brush, BrushStore } from './create-brush-store.ts';

/** Settings of a brush that marks everything it touches. */
const marking = { tool: 'restore', hardness: 100, opacity: 100, followsEdges: false } as const;

/**
 * Creates the brush that marks what is to be erased. It shares its size with another brush, and has no other settings.
 */
export function createRetouchBrush(brush: BrushStore): BrushStore {
  let known = { from: brush.getState(), is: marked(brush.getState()) };
  const current = (): Brush => {
    const from = brush.getState();
    if (from !== known.from) known = { from, is: marked(from) };
    return known.is;
  };
  return {
    getState: current,
    getInitialState: current,
    subscribe: (listener) => brush.subscribe((now, before) => listener(marked(now), marked(before))),
    set({ sizePx }) {
      if (sizePx !== undefined) brush.set({ sizePx });
    },
  };
}

function marked(brush: Brush): Brush {
  return { ...brush, ...marking };
}
