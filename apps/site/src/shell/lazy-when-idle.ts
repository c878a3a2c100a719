import { type ComponentType, lazy } from 'react';

import { firstPageReady } from './page-ready.ts';
import { whenIdle } from './when-idle.ts';

/**
 * A part of a page whose code is loaded when the browser is idle. Its HTML is in the prerendered page and stays there until
 * then; code that does not load is loaded again once the browser is online again. Needs a `Suspense` around it.
 */
export function lazyWhenIdle(load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => {
    if (!import.meta.env.SSR) {
      // Hydration goes in slices, and between two of them the browser is idle too.
      await firstPageReady;
      await new Promise<void>(whenIdle);
    }
    for (;;) {
      try {
        return await load();
      } catch {
        // An error would put a failure in the place of the whole page, which works without this part.
        await nextOnline();
      }
    }
  });
}

function nextOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
}
