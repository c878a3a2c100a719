import type { SiteRouter } from '../router.tsx';
import { loadAnalytics } from './analytics.ts';
import { notifySearchEngines } from './notify-search-engines.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';

/** What the site does by itself once it answers, whenever the browser has nothing else to do. */
export function beginIdleWork(router: SiteRouter): void {
  preloadWhenIdle(router);
  loadAnalytics();
  notifySearchEngines();
  router.subscribe('onResolved', () => notifySearchEngines());
}
