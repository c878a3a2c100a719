import { hasKeptSession } from '#backend/kept-session.ts';

import type { SiteRouter } from '../router.tsx';
import { keepOffline } from '../service-worker/keep-offline.ts';
import { receiveFromSystem } from '../service-worker/receive-from-system.ts';
import { loadAnalytics } from './analytics.ts';
import { sparesData } from './connection.ts';
import { notifySearchEngines } from './notify-search-engines.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';
import { whenIdle } from './when-idle.ts';

/** Starts the work that nobody has asked for, after hydration and while the browser is idle. */
export function beginIdleWork(router: SiteRouter): void {
  void receiveFromSystem(router);
  preloadWhenIdle(router);
  loadAnalytics();
  sendWaitingCounts();
  notifySearchEngines();
  router.subscribe('onResolved', () => notifySearchEngines());
  // The development server is excluded, because its files change under the same names.
  // Some private windows refuse service workers; the site then works only online.
  if (import.meta.env.PROD) whenIdle(() => void keepAndFollow(router).catch(() => undefined));
  whenIdle(() => void watchSpace(router).catch(() => undefined));
}

async function watchSpace(router: SiteRouter): Promise<void> {
  const { watchStorage } = await import('./watch-storage.ts');
  watchStorage(router.options.context.i18n);
}

/** Caches the site for offline use, and tells the visitor about new versions of it. */
async function keepAndFollow(router: SiteRouter): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const keep = async () => {
    if (!sparesData() || isInstalled()) await keepOffline();
  };
  await keep();
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  const { followUpdates } = await import('../service-worker/follow-updates.ts');
  followUpdates(registration, router.options.context.i18n, keep);
}

/**
 * Sends the number of images that a member processed offline in an earlier visit. The module sends it when it loads.
 */
function sendWaitingCounts(): void {
  if (!hasKeptSession() || !Object.keys(localStorage).some((name) => name.startsWith('image_counts.'))) return;
  whenIdle(() => void import('#tool/count-images.ts').catch(() => undefined));
}

/** Checks whether the site runs as an installed app. An installed app is cached even on a slow connection. */
function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
