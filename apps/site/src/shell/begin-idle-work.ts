import { hasKeptSession } from '#backend/kept-session.ts';

import type { SiteRouter } from '../router.tsx';
import { keepOffline } from '../service-worker/keep-offline.ts';
import { receiveFromSystem } from '../service-worker/receive-from-system.ts';
import { loadAnalytics } from './analytics.ts';
import { sparesData } from './connection.ts';
import { notifySearchEngines } from './notify-search-engines.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';
import { whenIdle } from './when-idle.ts';

/** Work that the site starts by itself after hydration, while the browser is idle. */
export function beginIdleWork(router: SiteRouter): void {
  void receiveFromSystem(router);
  preloadWhenIdle(router);
  loadAnalytics();
  sendWaitingCounts();
  notifySearchEngines();
  router.subscribe('onResolved', () => notifySearchEngines());
  // Not with the development server: its files change under the same names.
  if (import.meta.env.PROD && (!sparesData() || isInstalled())) {
    // A browser that refuses, as in some private windows, has the site only with a network.
    whenIdle(() => void keepOffline().catch(() => undefined));
  }
}

/** Images that a member processed in an earlier visit, without a network: the module sends them as it is loaded. */
function sendWaitingCounts(): void {
  if (!hasKeptSession() || !Object.keys(localStorage).some((name) => name.startsWith('image_counts.'))) return;
  whenIdle(() => void import('#tool/count-images.ts').catch(() => undefined));
}

/** An installed app is cached even on a slow connection: installing it asks for that. */
function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
