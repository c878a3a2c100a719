import { type ComponentType, lazy } from 'react';

import { firstPageReady } from './page-ready.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Creates a component whose code is loaded when the browser is idle. Until then its prerendered HTML stays in the page.
 * If the code fails to load, it is loaded again once the browser is online. The component needs a `Suspense` around it.
 */
export function lazyWhenIdle(load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => {
    if (!import.meta.env.SSR) {
      // React hydrates in slices, between which the browser is idle too, so the page must be ready first.
      await firstPageReady;
      await new Promise<void>(whenIdle);
    }
    for (;;) {
      try {
        return await load();
      } catch {
        // Throwing would replace the whole page with an error, although the page works without this part.
        await nextOnline();
      }
    }
  });
}

function nextOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
}
