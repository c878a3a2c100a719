/** A new release of the site: it interrupts nothing, is offered, and finds the work and the model. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';

import { named, progress, rows, saved as savedFile, withoutFilePicker } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { type EditorTool, openInEditor, openTool, saved, tile } from '../support/editor-page.ts';
import { booted, withDataSaver } from '../support/first-visit.ts';
import { afterAnHour, asInstalledApp, buildCaches, cached, keptOffline, toast } from '../support/installed-app.ts';
import { picture } from '../support/pictures.ts';
import { nextRelease, type ReleasedSite, releaseSite } from '../support/releases.ts';
import { downloadedPng, drop, expectResult, withLittleMemory } from '../support/tool-page.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg').path;
const title = wordsOf('messages:update.title');
const offer = (page: Page) => toast(page, title);
const reloadButton = (page: Page) => offer(page).getByRole('button', { name: wordsOf('messages:update.reload') });

/** Name of the release that a page is of; null for the first one. */
const releaseOf = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name=release]')?.getAttribute('content') ?? null);

/** Tools whose code is loaded when they are opened. */
const lateTools: readonly EditorTool[] = ['Refine', 'Retouch', 'Shadow & light', 'Text', 'Crop', 'Export'];

/** Opens an installed app that loads no model before it is needed. */
async function openApp(page: Page, address: string): Promise<void> {
  await asInstalledApp(page);
  await withDataSaver(page);
  await page.goto(address);
}

/** Opens the site while no other page of it is open, until only one release is cached. @returns its cache’s name. */
async function onlyCache(context: BrowserContext, address: string): Promise<string> {
  let names: string[] = [];
  await expect(async () => {
    const page = await context.newPage();
    await page.goto(address);
    await booted(page);
    names = await buildCaches(page);
    await page.close();
    expect(names).toHaveLength(1);
  }).toPass({ timeout: 60_000 });
  return names[0] ?? '';
}

/**
 * Collects the files that the page could not get, with the reason, and its uncaught errors. Requests that the page itself
 * has ended, such as those of a worker that it no longer needs, are left out.
 */
function failures(page: Page): string[] {
  const found: string[] = [];
  const note = (address: string, reason: string) =>
    /\/(assets|words)\//.test(address) && found.push(`${address}: ${reason}`);
  page.on('response', (response) => response.status() >= 400 && note(response.url(), `${response.status()}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') note(request.url(), reason);
  });
  page.on('pageerror', (error) => found.push(String(error)));
  return found;
}

/** Marks the document, to find out later whether the page was loaded again. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

/**
 * Stops the service workers of the site, as a browser does once they have been idle for 30 seconds. Chromium seems not to
 * do so while a debugger such as Playwright is attached: an idle worker then neither ended nor received events, and the
 * worker that waited for it took over only after minutes.
 */
async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

const hasWaitingWorker = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

const isModel = (path: string) => path.startsWith('/models/') && path.endsWith('.bin');

test.use({ serviceWorkers: 'allow' });

let site: ReleasedSite | undefined;
test.afterEach(() => {
  site?.close();
  site = undefined;
});

test(
  'a release while an image is edited interrupts nothing, and is loaded when the person chooses',
  { tag: ['@offline', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'a new release replaces the site while an image is edited, and the server has no file of the old one',
      sees: 'messages:update',
      kept: 'the page with its own files; after “Reload” the new release, with the image and its steps',
    });
    site = await releaseSite();
    await asInstalledApp(page);
    await openInEditor(page, mug, `${site.origin}/en/single`);
    await tile(page, 'Black').click();
    await saved(page);
    await keptOffline(page);
    await mark(page);

    site.publishNext({ keepsEarlierFiles: false });
    await afterAnHour(page);
    await expectMessage(offer(page), 'messages:update');
    // The code of most tools is loaded only now.
    const missing = failures(page);
    for (const tool of lateTools) await openTool(page, tool);
    const before = await downloadedPng(page);
    expect(missing).toEqual([]);
    expect(await isMarked(page)).toBe(true);
    expect(await releaseOf(page)).toBeNull();

    await reloadButton(page).click();
    await expect.poll(() => releaseOf(page).catch(() => undefined)).toBe(nextRelease);
    await expectResult(page);
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    expect((await downloadedPng(page)).png.data.equals(before.png.data)).toBe(true);
    await expect(offer(page)).toHaveCount(0);

    // With the last page of the old release, its cache goes.
    await page.close();
    expect(await onlyCache(context, `${site.origin}/en/faq`)).toContain(nextRelease);
    // The new release works offline as the old one did.
    await context.setOffline(true);
    const next = await context.newPage();
    await next.goto(`${site.origin}/en/single`);
    await booted(next);
    expect(await releaseOf(next)).toBe(nextRelease);
  },
);

test(
  'a release while a batch runs lets it go on, and the new release finishes it without another request for the model',
  { tag: ['@offline', '@faults', '@batch', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'a new release replaces the site while a batch runs',
      sees: 'messages:update',
      kept: 'the running batch; after “Reload” the new release finishes it, with the model of the device',
    });
    site = await releaseSite();
    await withLittleMemory(page);
    await withoutFilePicker(page);
    await openApp(page, `${site.origin}/en/batch`);
    await keptOffline(page);
    await drop(page, ...named(6));
    await expect(page.locator('[data-slot=batch-item][data-state=done]').first()).toBeVisible({ timeout: 180_000 });
    expect(site.arrived().some(isModel)).toBe(true);

    site.publishNext({ keepsEarlierFiles: false });
    site.forget();
    await mark(page);
    await afterAnHour(page);
    await expect(offer(page)).toBeVisible();
    const doneCount = () => page.locator('[data-slot=batch-item][data-state=done]').count();
    const before = await doneCount();
    await expect.poll(doneCount, { timeout: 180_000 }).toBeGreaterThan(before);
    expect(await isMarked(page)).toBe(true);

    await reloadButton(page).click();
    await expect.poll(() => releaseOf(page).catch(() => undefined)).toBe(nextRelease);
    await expect(rows(page)).toHaveCount(6);
    await expect(progress(page)).toContainText('6 images processed', { timeout: 400_000 });
    const { bytes } = await savedFile(page, page.getByRole('button', { name: 'Download 6' }));
    expect(Object.keys((await JSZip.loadAsync(bytes)).files)).toHaveLength(6);
    expect(site.arrived().filter(isModel)).toEqual([]);
  },
);

test(
  'two tabs of two releases work with one storage, and the older one is told',
  { tag: ['@offline', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'two tabs show two releases of the site',
      sees: 'messages:update',
      kept: 'the work of both; the older tab goes on with its own files',
    });
    site = await releaseSite();
    await asInstalledApp(page);
    await openInEditor(page, mug, `${site.origin}/en/single`);
    await saved(page);
    await keptOffline(page);
    await mark(page);

    site.publishNext({ keepsEarlierFiles: false });
    const newer = await context.newPage();
    await openApp(newer, `${site.origin}/en/single`);
    expect(await releaseOf(newer)).toBe(nextRelease);
    await expect(offer(page)).toBeVisible({ timeout: 120_000 });
    // The newer tab needs no message. Its service worker takes over from the older tab's.
    await expect(async () => {
      await stopWorkers(page);
      expect(await hasWaitingWorker(newer)).toBe(false);
    }).toPass({ intervals: [2_000] });
    await expect(offer(newer)).toHaveCount(0);

    // The older tab goes on, and the newer one opens its work as a copy.
    for (const tool of lateTools) await openTool(page, tool);
    await openTool(page, 'Background');
    await tile(page, 'Black').click();
    await newer
      .getByRole('button', { name: /^Open mug/ })
      .first()
      .click();
    await expectResult(newer);
    await tile(newer, 'White').click();
    await saved(newer);
    expect(await isMarked(page)).toBe(true);
    for (const [each, colour] of [
      [page, 'Black'],
      [newer, 'White'],
    ] as const) {
      await openTool(each, 'Export');
      await expect(each.locator('[data-slot=save-state]')).toHaveAttribute('data-state', 'saved');
      await each.reload();
      await expectResult(each);
      await expect(tile(each, colour)).toHaveAttribute('aria-pressed', 'true');
      expect(await releaseOf(each)).toBe(nextRelease);
    }
  },
);

/**
 * Service worker as in the time before pages could speak to it about updates: it answers scripts from its cache, pages
 * from the network, and knows no messages.
 */
const earlierWorker = `
const cacheName = 'isola-site-before';
addEventListener('install', (event) => event.waitUntil(caches.open(cacheName).then((cache) => cache.add('/offline.html'))));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (!new URL(event.request.url).pathname.startsWith('/assets/')) return;
  event.respondWith(caches.open(cacheName).then(async (cache) => {
    const kept = await cache.match(event.request.url);
    if (kept) return kept;
    const response = await fetch(event.request);
    if (response.ok) await cache.put(event.request.url, response.clone());
    return response;
  }));
});`;

test(
  'the service worker of the release before is replaced while a page is open',
  { tag: ['@offline', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the service worker of the release before answers a page of the new release',
      sees: 'the page, as always',
      kept: 'everything; the new service worker takes over',
    });
    site = await releaseSite({ serviceWorker: earlierWorker });
    await openApp(page, `${site.origin}/en/faq`);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await expect.poll(() => buildCaches(page)).toEqual(['isola-site-before']);
    site.publishNext();
    await page.goto(`${site.origin}/en/single`);
    expect(await releaseOf(page)).toBe(nextRelease);
    await mark(page);
    await keptOffline(page);
    await expect(offer(page)).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
    await page.close();
    expect(await onlyCache(context, `${site.origin}/en/faq`)).toContain(nextRelease);
  },
);

test(
  'a release that cannot be fetched whole does not replace one that works offline',
  { tag: ['@offline', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the connection ends while a new release is being fetched',
      sees: 'the page of the release before, also offline',
      kept: 'the whole release before, until the new one is whole',
    });
    site = await releaseSite();
    await openApp(page, `${site.origin}/en/single`);
    await keptOffline(page);
    const [before] = await buildCaches(page);
    const files = (await cached(page)).length;

    site.publishNext({ keepsEarlierFiles: false });
    site.breakConnections('/assets/');
    const attempt = page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return new Promise<string>((resolve) => {
        registration.addEventListener('updatefound', () => {
          const { installing } = registration;
          installing?.addEventListener('statechange', () => resolve(installing.state));
        });
      });
    });
    await afterAnHour(page);
    expect(await attempt).toBe('redundant');
    expect(await buildCaches(page)).toEqual([before]);
    expect(await cached(page)).toHaveLength(files);
    await page.close();
    await context.setOffline(true);
    const offline = await context.newPage();
    await openApp(offline, `${site.origin}/en/single`);
    await booted(offline);
    expect(await releaseOf(offline)).toBeNull();

    // The next search finds it whole.
    await context.setOffline(false);
    site.breakConnections();
    await afterAnHour(offline);
    await expect(offer(offline)).toBeVisible({ timeout: 120_000 });
  },
);

test(
  'without a service worker, an open page gets the files of its release from the server',
  { tag: ['@offline', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'a new release replaces the site while a browser that saves data shows the old one',
      sees: 'the page, as always',
      kept: 'the page, whose files the server keeps for seven days',
    });
    site = await releaseSite();
    await openInEditor(page, mug, `${site.origin}/en/single`);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    site.publishNext();
    const missing = failures(page);
    for (const tool of lateTools) await openTool(page, tool);
    await downloadedPng(page);
    expect(missing).toEqual([]);
    await saved(page);
    await page.reload();
    await expectResult(page);
    expect(await releaseOf(page)).toBe(nextRelease);
  },
);

test(
  'a message about a release that was closed does not come back',
  { tag: ['@offline', '@long'] },
  async ({ page }) => {
    site = await releaseSite();
    await openApp(page, `${site.origin}/en/faq`);
    await keptOffline(page);
    site.publishNext();
    await afterAnHour(page);
    await expect(offer(page)).toBeVisible({ timeout: 120_000 });
    await offer(page)
      .getByRole('button', { name: wordsOf('common:dismiss') })
      .click();
    await expect(offer(page)).toHaveCount(0);
    const searches = () => site?.arrived().filter((path) => path === '/service-worker.js').length ?? 0;
    const before = searches();
    await afterAnHour(page);
    await expect.poll(searches).toBeGreaterThan(before);
    await expect(offer(page)).toHaveCount(0);
  },
);
