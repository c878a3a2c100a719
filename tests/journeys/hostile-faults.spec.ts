import { expect, type Page, test } from '@playwright/test';

import { locales, localisedPath } from '../../packages/i18n/src/locales.ts';
import { coversFault } from '../support/covers-fault.ts';
import { tile } from '../support/editor-page.ts';
import { denyStorage, holdModel } from '../support/fault-switch.ts';
import { booted, fromFilesAlone, withoutModel } from '../support/first-visit.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import {
  cutOut,
  downloadedPng,
  drop,
  expectResult,
  fileAt,
  sessionView,
  withLittleMemory,
} from '../support/tool-page.ts';
import { bundle, expectMessage, wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg');

/** Matches a script of the built site by the start of its name. */
const script = (name: string) => new RegExp(`/assets/${name}-[\\w-]+\\.js$`);

const isMissing = (page: Page, name: string) =>
  page.route(script(name), (route) => route.fulfill({ status: 404, body: 'Not found' }));

/** Waits until the browser's storage contains the original and the tab remembers it. */
async function originalIsStored(page: Page): Promise<void> {
  const storedParts = () =>
    page.evaluate(async () => {
      // The page has created the database by then. Opening it earlier would create an empty one here.
      if (sessionStorage.getItem('isola:open') === null) return [];
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('isola');
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const keys = database.transaction('blobs').objectStore('blobs').getAllKeys();
      await new Promise((resolve) => keys.addEventListener('success', resolve));
      database.close();
      return keys.result.flatMap((key) => (Array.isArray(key) ? [key[1]] : []));
    });
  await expect.poll(storedParts).toEqual(['original']);
}

test(
  'an image whose removal a reload interrupts is restored and processed',
  { tag: ['@hostile', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the page is reloaded during a removal',
      sees: 'the image, whose removal begins again',
      kept: 'the image',
    });
    await withLittleMemory(page);
    const release = await holdModel(page);
    await page.goto('/en/single');
    await drop(page, fileAt(mug.path));
    await expect(sessionView(page)).toHaveAttribute('data-state', 'working');
    await originalIsStored(page);
    await page.reload();
    await expect(sessionView(page)).toHaveAttribute('data-state', 'working');
    await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
    await release();
    await page.reload();
    await expectResult(page);
    expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
  },
);

test(
  'an image during which the page ended twice is not processed until asked',
  { tag: ['@hostile', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the page ends twice during the same removal',
      sees: 'the image, with “Try again”',
      kept: 'the image',
    });
    await holdModel(page);
    await page.goto('/en/single');
    await drop(page, fileAt(mug.path));
    await originalIsStored(page);
    for (const state of ['working', 'working', 'cancelled']) {
      await page.reload();
      await expect(sessionView(page)).toHaveAttribute('data-state', state);
    }
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
);

test('an image put away before its result is no longer saved', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await holdModel(page);
  await page.goto('/en/single');
  await drop(page, fileAt(mug.path));
  await originalIsStored(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Another image' }).first().click();
  await page.reload();
  await booted(page);
  await expect(page.getByRole('button', { name: 'Choose an image' })).toBeVisible();
  await expect(page.getByText('Recent images')).toBeHidden();
});

test(
  'an image of a closed tab is offered without a cutout',
  { tag: ['@hostile', '@long'] },
  async ({ page, context }) => {
    await holdModel(page);
    await page.goto('/en/single');
    await drop(page, fileAt(mug.path));
    await originalIsStored(page);
    await page.close();
    const next = await context.newPage();
    await next.goto('/en/single');
    await expect(next.getByText('no cutout yet')).toBeVisible();
    await next.getByRole('button', { name: /^Open mug\.jpg/ }).click();
    await expectResult(next);
  },
);

test(
  'an image is cut out in a browser that denies all storage',
  { tag: ['@hostile', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser denies all storage',
      sees: 'the result, and a line that nothing is saved',
      kept: 'the image as long as the page is open',
    });
    await denyStorage(page);
    await page.goto('/en/single');
    await cutOut(page, mug.path);
    expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
  },
);

for (const [why, name, key] of [
  ['closed', 'SecurityError', 'tool:notSaved.no-storage'],
  ['full', 'QuotaExceededError', 'tool:notSaved.full'],
] as const) {
  test(
    `when the storage is ${why}, the page says so before the result`,
    { tag: ['@hostile', '@faults', '@long'] },
    async ({ page }) => {
      coversFault({
        fault: `the storage is ${why} when an image is opened`,
        sees: key,
        kept: 'the image and its result as long as the page is open',
      });
      await page.addInitScript((errorName) => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('no', errorName);
        };
      }, name);
      const release = await holdModel(page);
      await page.goto('/en/single');
      await drop(page, fileAt(mug.path));
      await expect(page.getByText(wordsOf('tool:notSaved.title'))).toBeVisible();
      await expect(page.getByText(wordsOf(key))).toBeVisible();
      await release();
      await expectResult(page);
    },
  );
}

test(
  'without the editor’s code the result can be downloaded, and loading the editor can be tried again',
  { tag: ['@hostile', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the server lacks the editor’s script',
      sees: 'the result, with a download and “Try again”',
      kept: 'the result',
    });
    await withLittleMemory(page);
    await isMissing(page, 'editor');
    await page.goto('/en/single');
    await cutOut(page, mug.path);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Couldn’t load the editing tools');
    expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
    await page.unroute(script('editor'));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(tile(page, 'Black')).toBeVisible();
    await expect(alert).toHaveCount(0);
  },
);

test('without workers the page shows the result', { tag: ['@hostile', '@faults', '@long'] }, async ({ page }) => {
  coversFault({
    fault: 'the browser starts no workers',
    sees: 'the result',
    kept: 'the image and its result',
  });
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
  });
  await page.goto('/en/single');
  await cutOut(page, mug.path);
  await expect(sessionView(page)).toHaveAttribute('data-thread', 'main');
  await expect(page.getByRole('alert')).toContainText('The editing tools do not run in this browser');
  expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
});

test(
  'an editor that throws leaves the page and the result, and can be opened again',
  { tag: ['@hostile', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the editor fails with an error of its own',
      sees: 'the result, with “Try again”',
      kept: 'the result and its saved steps',
    });
    const release = await holdModel(page);
    await page.goto('/en/single');
    await drop(page, fileAt(mug.path));
    await expect(sessionView(page)).toHaveAttribute('data-state', 'working');
    await expect(page.locator('[data-slot=proof-strip]')).toBeVisible();
    // From here on only the editor's canvas observes sizes.
    await page.evaluate(() => {
      const Original = ResizeObserver;
      const fail = () => {
        throw new Error('thrown by the test');
      };
      const restore = () => Object.assign(globalThis, { ResizeObserver: Original });
      Object.assign(globalThis, { restore, ResizeObserver: new Proxy(Original, { construct: fail }) });
    });
    await release();
    await expectResult(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The editing tools stopped working');
    expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
    await page.evaluate(() => (globalThis as unknown as { restore(): void }).restore());
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(tile(page, 'Black')).toBeVisible();
  },
);

test(
  'without the code that opens files, the page says so, and the same image can be tried again',
  { tag: ['@hostile', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the server lacks the script that opens files',
      sees: 'errors:resource-load-failed',
      kept: 'the file, and “Try again” opens it',
    });
    await withoutModel(page);
    await isMissing(page, 'open-file');
    await page.goto('/en/single');
    await booted(page);
    await drop(page, fileAt(mug.path));
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-code', 'resource-load-failed');
    await expectMessage(alert, 'errors:resource-load-failed');
    await page.unroute(script('open-file'));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
  },
);

test('the page works without optional scripts', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  for (const name of ['recent-projects', 'worded-failure', 'import-parts', 'save-note']) await isMissing(page, name);
  await page.goto('/en/single');
  await booted(page);
  await drop(page, { name: 'empty.jpg', bytes: Buffer.alloc(0) });
  await expect(page.getByRole('alert')).toContainText('the explanation couldn’t be loaded');
  await drop(page, fileAt(mug.path));
  await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
});

test(
  'an image dropped offline before the application loads waits and is processed later',
  { tag: ['@hostile', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the connection ends before the page’s script has loaded',
      sees: 'errors:waiting-for-page',
      kept: 'the dropped file, which is processed later',
    });
    await withoutModel(page);
    const gate = Promise.withResolvers<void>();
    // Holds the application until the page has lost its connection.
    await page.route(script('main'), async (route) => {
      await gate.promise;
      await route.abort('internetdisconnected');
    });
    await page.goto('/en/single');
    await context.setOffline(true);
    await drop(page, fileAt(mug.path));
    gate.resolve();
    const note = page.getByRole('status').filter({ hasText: 'The images you added will be processed' });
    await expect(note).toHaveText(wordsOf('errors:waiting-for-page'));
    await expect(note).toBeVisible();
    await page.unroute(script('main'));
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
    await expect(note).toBeHidden();
  },
);

test(
  'an outdated browser is told which browsers work, in every language',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Promise, 'withResolvers');
    });
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await fromFilesAlone(page);
    for (const locale of locales) {
      await page.goto(localisedPath('/single', locale));
      const note = page.getByRole('alert');
      await expect(note).toBeVisible();
      const [before = '?'] = (bundle(locale, 'errors')['browser-unsupported'] ?? '').split('{{');
      await expect(note).toContainText(before.trim());
      await expect(note).toContainText(/Chrome.*Firefox.*Safari/);
    }
    // The page stays readable, and its links work.
    await page.goto('/en/single');
    const oldest = { chromium: 123, firefox: 124, safari: 17.5 };
    await expect(page.getByRole('alert')).toHaveText(wordsOf('errors:browser-unsupported', oldest));
    await page.getByRole('navigation').first().getByRole('link', { name: 'API' }).click();
    await expect(page).toHaveURL(/\/en\/api$/);
    expect(failures).toEqual([]);
  },
);

test(
  'a browser without OffscreenCanvas is told the same, because no tool works there',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'OffscreenCanvas');
    });
    await page.goto('/en/single');
    const oldest = { chromium: 123, firefox: 124, safari: 17.5 };
    await expect(page.getByRole('alert')).toHaveText(wordsOf('errors:browser-unsupported', oldest));
  },
);

test('a supported browser does not show that message', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/en');
  await booted(page);
  await expect(page.locator('.page-note:visible')).toHaveCount(0);
});
