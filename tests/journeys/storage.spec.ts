/** The device’s storage when another version of the site has written it, and when it is full. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type CDPSession, expect, type Page, test } from '@playwright/test';

import { expectAllDone, isStored, named, rows } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, openTool, saved, tile } from '../support/editor-page.ts';
import { booted, withDataSaver } from '../support/first-visit.ts';
import { asInstalledApp, buildCaches, cached, keptOffline, toast } from '../support/installed-app.ts';
import { picture } from '../support/pictures.ts';
import { cutOut, drop, expectResult, fileAt, withLittleMemory } from '../support/tool-page.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg').path;
const opening = (page: Page) => page.locator('[data-slot=opening-note]');
const newerProjects = (page: Page) => page.locator('[data-slot=newer-projects]');
const saveWarning = (page: Page) => page.locator('[data-slot=save-warning]');
const saveState = (page: Page) => page.locator('[data-slot=save-state]');

/** History in the form of the first version, with each of its steps. */
const historyV1 = join(import.meta.dirname, '../../packages/editor/test/fixtures/history-v1.json');

/** Version of a database that a later version of the site may have. */
const newerVersion = 7;

/** Changes a database as a newer version of the site does: it gets a higher version and a further store. */
const upgrade = (page: Page, name: string): Promise<void> =>
  page.evaluate(
    ([database, version]) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open(database, version);
        opened.addEventListener('upgradeneeded', () => opened.result.createObjectStore('of-a-newer-version'));
        opened.addEventListener('error', () => reject(opened.error ?? new Error('not opened')));
        opened.addEventListener('success', () => {
          opened.result.close();
          resolve();
        });
      }),
    [name, newerVersion] as const,
  );

/** Returns the number of rows in each store of a database, read with the newer version. */
const rowsIn = (page: Page, name: string): Promise<Record<string, number>> =>
  page.evaluate(async (database) => {
    const promised = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const opened = await promised(indexedDB.open(database));
    const stores = [...opened.objectStoreNames];
    const transaction = opened.transaction(stores);
    const counts = await Promise.all(stores.map((store) => promised(transaction.objectStore(store).count())));
    opened.close();
    return Object.fromEntries(stores.map((store, at) => [store, counts[at] ?? -1]));
  }, name);

test(
  'a database of images that a newer version has changed is named and left alone',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'a newer version of the site has changed the database of images, and an older page is open',
      sees: 'editor:saved.state.newer-version, and editor:saved.newerTitle in place of the recent images',
      kept: 'every saved image; the open work as a project file',
    });
    await openInEditor(page, mug);
    await tile(page, 'Black').click();
    await saved(page);
    await openTool(page, 'Export');
    await expect(saveState(page)).toHaveAttribute('data-state', 'saved');

    // The newer version is opened in another tab. The open page gives the database free.
    const other = await context.newPage();
    await other.goto('/en/faq');
    const before = await rowsIn(other, 'isola');
    await upgrade(other, 'isola');

    await openTool(page, 'Background');
    await tile(page, 'White').click();
    await expect(saveWarning(page)).toContainText(wordsOf('editor:saved.state.newer-version'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      saveWarning(page)
        .getByRole('button', { name: wordsOf('editor:saved.saveProject') })
        .click(),
    ]);
    expect(file.suggestedFilename()).toBe('mug.isola');
    // With its file, the work is safe, so that the page may be left.
    await expect.poll(() => isStored(page)).toBe(true);

    await other.goto('/en/single');
    await expect(newerProjects(other)).toContainText(wordsOf('editor:saved.newerTitle'));
    await expect(newerProjects(other)).toContainText(wordsOf('editor:saved.newerText'));
    await expect(newerProjects(other).getByRole('button', { name: wordsOf('common:crash.reload') })).toBeVisible();
    // Another image can be edited, but not be saved.
    await drop(other, fileAt(await file.path()));
    await expectResult(other);
    await expect(tile(other, 'White')).toHaveAttribute('aria-pressed', 'true');
    await expect(saveWarning(other)).toContainText(wordsOf('editor:saved.state.newer-version'));
    expect(await rowsIn(other, 'isola')).toEqual({ ...before, 'of-a-newer-version': 0 });
  },
);

test(
  'a batch that a newer version has saved is named and left alone, and another one can be processed',
  { tag: ['@faults', '@batch', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'a newer version of the site has changed the database of batches',
      sees: 'batch:opening.newer',
      kept: 'the saved batch; a new one is processed without being saved',
    });
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expectAllDone(page, '2 images processed');
    await page.close();

    const next = await context.newPage();
    await withLittleMemory(next);
    await next.goto('/en/faq');
    const before = await rowsIn(next, 'isola-batch');
    expect(before['items']).toBe(2);
    await upgrade(next, 'isola-batch');
    await next.goto('/en/batch');
    await expectMessage(opening(next), 'batch:opening.newer');
    await opening(next)
      .getByRole('button', { name: wordsOf('batch:opening.unsaved') })
      .click();
    await expect(opening(next)).toHaveCount(0);
    await drop(next, ...named(1, 9));
    await expectAllDone(next, '1 image processed');
    await expect(rows(next)).toHaveCount(1);
    expect(await rowsIn(next, 'isola-batch')).toEqual({ ...before, 'of-a-newer-version': 0 });
  },
);

test(
  'an image that the first version of the site has saved opens with its steps, and is saved as one of this version',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'an earlier version of the site has saved the image',
      sees: 'the image with its steps, as always',
      kept: 'everything; the next step is saved in the form of this version',
    });
    await openInEditor(page, mug);
    await saved(page);
    await page.close();
    const next = await context.newPage();
    await withDataSaver(next);
    await next.goto('/en/faq');
    // The history has its start and a step that makes the background blue. The row has no field of a later version.
    const { past, ...others } = JSON.parse(readFileSync(historyV1, 'utf8')) as { past: unknown[] };
    const history = { ...others, past: past.slice(0, 2), at: 1 };
    const colour = await next.evaluate(async (earlier) => {
      const promised = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
        });
      const database = await promised(indexedDB.open('isola'));
      const transaction = database.transaction(['photos', 'histories'], 'readwrite');
      const photos = transaction.objectStore('photos');
      const [row] = (await promised(photos.getAll())) as Record<string, unknown>[];
      if (!row) return undefined;
      for (const field of ['hasResult', 'isThumbnailCurrent', 'contentHash', 'fingerprint']) delete row[field];
      await promised(photos.put(row));
      await promised(transaction.objectStore('histories').put(earlier, String(row['id'])));
      database.close();
      return JSON.stringify(earlier.past[1]).match(/#[\da-f]{6}/)?.[0];
    }, history);
    expect(colour).toBe('#1a2b3c');

    await next.goto('/en/single');
    await next.getByRole('button', { name: /^Open mug/ }).click();
    await expectResult(next);
    await next.getByRole('button', { name: /^Undo: / }).click();
    await expect(tile(next, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
    await next.keyboard.press('Control+Shift+z');
    await tile(next, 'Black').click();
    await openTool(next, 'Export');
    await expect(saveState(next)).toHaveAttribute('data-state', 'saved');
    await next.reload();
    await expectResult(next);
    await expect(tile(next, 'Black')).toHaveAttribute('aria-pressed', 'true');
    await next.keyboard.press('Control+z');
    await next.keyboard.press('Control+z');
    await expect(tile(next, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
  },
);

/** Grants the site this many bytes of storage beyond what it uses now. */
async function leaveSpace(page: Page, session: CDPSession, freeBytes: number): Promise<void> {
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + freeBytes });
}

/**
 * Makes the next pages learn that this many bytes of storage are left. Chromium itself always answers with 10 GiB more
 * than a site uses; Firefox and Safari answer with what they measure.
 */
async function answerWithLittleSpace(page: Page, freeBytes: number): Promise<void> {
  await page.addInitScript((free) => {
    const estimate = navigator.storage.estimate.bind(navigator.storage);
    navigator.storage.estimate = async () => {
      const { usage = 0 } = await estimate();
      return { usage, quota: usage + free };
    };
  }, freeBytes);
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'when little storage is left, caches are emptied first, and then the person is told what they can remove',
    { tag: ['@faults', '@offline', '@long'] },
    async ({ page }) => {
      coversFault({
        fault: 'little storage is left on the device',
        sees: 'messages:storage.low',
        kept: 'saved images, the model and the site for offline use; caches of earlier builds and of set pictures go',
      });
      await withLittleMemory(page);
      await asInstalledApp(page);
      await withDataSaver(page);
      await page.goto('/en/single');
      await keptOffline(page);
      await cutOut(page, mug);
      await saved(page);
      const [build] = await buildCaches(page);
      const model = await cached(page, 'isola-models');
      expect(model).not.toEqual([]);
      // The caches of an earlier build and of set pictures are older than the one of the newest build.
      await page.evaluate(async () => {
        const newest = (await caches.keys()).find((name) => name.startsWith('isola-site-')) ?? '';
        const files = await (await caches.open(newest)).keys();
        const copies = await Promise.all(files.map(async (each) => [each, await caches.match(each)] as const));
        await caches.delete(newest);
        for (const name of ['isola-site-before', 'isola-sets', newest]) {
          const cache = await caches.open(name);
          if (name === newest) for (const [each, copy] of copies) if (copy) await cache.put(each, copy);
          if (name !== newest) await cache.put('/assets/old.bin', new Response(new Uint8Array(1 << 20)));
        }
      });
      await answerWithLittleSpace(page, 20_000_000);
      await page.reload();
      await booted(page);
      const message = toast(page, wordsOf('messages:storage.low.title'));
      await expect(message).toContainText('The model stays');
      await expect(message).toContainText(/\d MB/);
      expect(await page.evaluate(() => caches.keys())).not.toContain('isola-sets');
      expect(await buildCaches(page)).toEqual([build]);
      expect(await cached(page, 'isola-models')).toEqual(model);
      await expectResult(page);
    },
  );

  test(
    'a shared image that does not fit on the device is named, and the tool opens',
    { tag: ['@faults', '@intake', '@long'] },
    async ({ page, context }) => {
      coversFault({
        fault: 'another app shares an image, and the device has no space for it',
        sees: 'messages:upload.failed',
        kept: 'the image in the other app; the tool is open',
      });
      await asInstalledApp(page);
      await withDataSaver(page);
      await page.goto('/en/faq');
      await keptOffline(page);
      const session = await context.newCDPSession(page);
      await leaveSpace(page, session, 100_000);
      await page.evaluate(() => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '/en/single', enctype: 'multipart/form-data' });
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'picture' });
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(5_000_000)], 'large.jpg', { type: 'image/jpeg' }));
        input.files = transfer.files;
        form.append(input);
        document.body.append(form);
        form.submit();
      });
      await expect(page).toHaveURL(/\/en\/single$/);
      await expectMessage(toast(page, wordsOf('messages:upload.failed.title')), 'messages:upload.failed');
    },
  );
});
