import type { SiteRouter } from '../router.tsx';
import { keepOffline } from '../service-worker/keep-offline.ts';
import { receiveFromSystem } from '../service-worker/receive-from-system.ts';
import { loadAnalytics } from './analytics.ts';
import { sparesData } from './connection.ts';
import { notifySearchEngines } from './notify-search-engines.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';
import { whenIdle } from './when-idle.ts';

/** What the site does by itself once it answers, whenever the browser has nothing else to do. */
export function beginIdleWork(router: SiteRouter): void {
  void receiveFromSystem(router);
  preloadWhenIdle(router);
  loadAnalytics();
  notifySearchEngines();
  router.subscribe('onResolved', () => notifySearchEngines());
  // Under work there is nothing to keep: files change under their names.
  if (import.meta.env.PROD && (!sparesData() || isInstalled())) {
    // A browser that refuses, as in some private windows, has the site while there is a network.
    whenIdle(() => void keepOffline().catch(() => undefined));
  }
}

/** Whoever installed it has said that it is wanted, network or not. */
function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
