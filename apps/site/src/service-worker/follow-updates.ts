import type { i18n } from 'i18next';

import { showMessage } from '../shell/show-message.ts';
import { airplaneName } from './airplane-mode.ts';
import { ask, documentScripts, isNeedQuestion, type TakeOverOrder } from './updates.ts';

/** Time between two searches for a new version while the page stays open, in milliseconds. */
const searchMs = 3_600_000;
/** A search this much before the hour is on time, because a timer may fire early. */
const earlyMs = 60_000;
/** Longest wait for a worker's build, in milliseconds. A busy device may take long to start a waiting worker. */
const maxBuildAnswerMs = 30_000;
/** Longest wait until a worker has taken over, in milliseconds. */
const maxTakeOverMs = 5_000;

/**
 * Tells the visitor when a newer version of the site is ready, and lets them choose when to load it. Until then this
 * page keeps its own version: nothing is interrupted, and the service worker keeps the page's files.
 * @param keep Called after the worker of this page's version has replaced an earlier one, which may have cached nothing
 *   for this version.
 */
export function followUpdates(registration: ServiceWorkerRegistration, texts: i18n, keep: () => Promise<void>): void {
  const { serviceWorker } = navigator;
  /** Worker whose message could not be shown, because its code or its texts did not load. */
  let missed: ServiceWorker | null = null;
  const consider = (worker: ServiceWorker | null) =>
    void considerWorker(worker, texts, keep).catch(() => {
      missed = worker;
    });

  const considerOnceInstalled = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker === registration.waiting) consider(worker);
    });

  consider(registration.waiting);
  // A new version may have been found before this page listened.
  considerOnceInstalled(registration.installing);
  registration.addEventListener('updatefound', () => considerOnceInstalled(registration.installing));
  // Another tab has let the new version take over.
  serviceWorker.addEventListener('controllerchange', () => consider(serviceWorker.controller));
  // Before the worker frees storage, it asks whose files are still needed.
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (isNeedQuestion(data)) ports[0]?.postMessage(documentScripts());
  });
  searchRegularly(registration, () => consider(missed));
}

/** Workers that were offered once. A visitor who closes the message is not asked again. */
const offered = new WeakSet<ServiceWorker>();

async function considerWorker(worker: ServiceWorker | null, texts: i18n, keep: () => Promise<void>): Promise<void> {
  if (!worker || offered.has(worker)) return;
  // After a release, a page that is opened is already of the new version, and its worker can replace the earlier one.
  if (await isOfThisBuild(worker)) {
    if (await letTakeOver(worker)) await keep();
    return;
  }
  await offer(worker, texts);
  offered.add(worker);
}

/** Shows a message that stays until the visitor loads the new version or closes it. */
function offer(worker: ServiceWorker, texts: i18n): Promise<void> {
  return showMessage(texts, () => ({
    id: 'update',
    title: texts.t('messages:update.title'),
    description: texts.t('messages:update.text'),
    durationMs: Infinity,
    action: {
      label: texts.t('messages:update.reload'),
      altText: texts.t('messages:update.text'),
      onSelect: () => void letTakeOver(worker).then(() => location.reload()),
    },
  }));
}

/** Asks a worker whether it is of the same build as this page. A worker that does not answer is not. */
async function isOfThisBuild(worker: ServiceWorker): Promise<boolean> {
  return (await ask<boolean>(worker, { scripts: documentScripts() }, maxBuildAnswerMs)) === true;
}

/**
 * Lets a waiting worker answer the requests of all pages.
 * @returns whether it does so in time; false also when it was not waiting.
 */
async function letTakeOver(worker: ServiceWorker): Promise<boolean> {
  if (worker.state !== 'installed') return false;
  const hasTakenOver = new Promise<boolean>((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve(true));
    setTimeout(() => resolve(false), maxTakeOverMs);
  });
  worker.postMessage({ takeOver: true } satisfies TakeOverOrder);
  return await hasTakenOver;
}

/**
 * Searches for a new version every hour and when the page is shown again after an hour. Browsers search by themselves
 * only when a page is loaded. In airplane mode nothing is requested.
 * @param offerMissed is called at the same times and whenever the page is shown again.
 */
function searchRegularly(registration: ServiceWorkerRegistration, offerMissed: () => void): void {
  let searchedAt = Date.now();
  const search = async () => {
    if (document.hidden) return;
    offerMissed();
    // `performance.now()` may stop while the device sleeps, which the date does not. When the date was set back by more
    // than an hour, the search is due at once.
    const sinceMs = Math.abs(Date.now() - searchedAt);
    if (!navigator.onLine || sinceMs < searchMs - earlyMs) return;
    searchedAt = Date.now();
    if (!(await caches.has(airplaneName))) await registration.update();
  };
  // A search fails when the server does not answer, and is repeated an hour later.
  const searchNow = () => void search().catch(() => undefined);
  setInterval(searchNow, searchMs);
  document.addEventListener('visibilitychange', searchNow);
}
