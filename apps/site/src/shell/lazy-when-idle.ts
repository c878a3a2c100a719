import { type ComponentType, lazy } from 'react';

import { firstPageReady } from './page-ready.ts';
import { whenIdle } from './when-idle.ts';

/**
 * A part of a page whose code comes when the browser has nothing else to do. Its HTML is in the prerendered page, and
 * stays there until then. Needs a `Suspense` around it.
 */
export function lazyWhenIdle(load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => {
    if (!import.meta.env.SSR) {
      // Hydration goes in slices, and between two of them the browser is idle too.
      await firstPageReady;
      await new Promise<void>(whenIdle);
    }
    return load();
  });
}
