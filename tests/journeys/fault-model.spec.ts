import { expect, type Page, test } from '@playwright/test';

import { expectAllDone, named, rows } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { createStallingModel, modelPart } from '../support/fault-switch.ts';
import { withDataSaver } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';
import { drop, expectFailure, expectResult, fileAt, sessionView, withLittleMemory } from '../support/tool-page.ts';
import { tapWire } from '../support/wire.ts';
import { wordsOf } from '../support/words.ts';

const photo = picture('small/mug.jpg').path;
const retry = (page: Page) => page.getByRole('button', { name: wordsOf('tool:retry') });

/** Returns the addresses of the model's parts that the browser has saved. */
const savedParts = async (page: Page) => {
  const addresses = await page.evaluate(async () => {
    const cache = await caches.open('isola-models');
    return (await cache.keys()).map(({ url }) => url);
  });
  return addresses.filter((url) => modelPart.test(url)).toSorted();
};

/** Records which parts of the model are requested from now on. @returns a list that grows. */
function requestedParts(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => modelPart.test(request.url()) && requested.push(request.url()));
  return requested;
}

test.beforeEach(async ({ page }) => {
  // The model is loaded for the image, and not in advance.
  await withDataSaver(page);
  await withLittleMemory(page);
});

test(
  'a model server that fails is named as a possible cause, and the photo works once it answers',
  { tag: ['@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the model’s server answers 500',
      sees: 'errors:network',
      kept: 'the image, and “Try again” gives its result',
    });
    await context.route(modelPart, (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }));
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expectFailure(page, 'errors:network');
    await context.unroute(modelPart);
    await retry(page).click();
    await expectResult(page);
  },
);

test(
  'a corrupt part of the model is never saved, and only that part is fetched once it is right',
  { tag: ['@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the model’s server sends a corrupt file of the right length',
      sees: 'errors:model-load-failed',
      kept: 'the image and the other parts of the model, and “Try again” gives the result',
    });
    const part = '**/models/isnet-10*';
    await context.route(part, async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      const middle = body.length >> 1;
      body.writeUInt8(body.readUInt8(middle) ^ 0xff, middle);
      await route.fulfill({ response, body });
    });
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expectFailure(page, 'errors:model-load-failed');
    const saved = await savedParts(page);
    expect(saved.length).toBeGreaterThan(0);
    expect(saved.filter((url) => url.includes('isnet-10'))).toEqual([]);
    await context.unroute(part);
    const requested = requestedParts(page);
    await retry(page).click();
    await expectResult(page);
    expect(requested.filter((url) => saved.includes(url))).toEqual([]);
    expect((await savedParts(page)).length).toBe(11);
  },
);

test(
  'a download of the model that stalls shows how far it is, can be cancelled, and is continued later',
  { tag: ['@faults', '@long'] },
  async ({ page, baseURL }) => {
    coversFault({
      fault: 'the model’s server stops sending in the middle',
      sees: 'the megabytes so far, with “Cancel”',
      kept: 'the image and what was downloaded, and “Try again” gives the result',
    });
    const model = createStallingModel();
    const wire = await tapWire(baseURL ?? '', model);
    await page.goto(`${wire.origin}/en/single`);
    await drop(page, fileAt(photo));
    const stage = page.locator('[data-slot=stage-progress] li[aria-current=step]');
    await expect(stage).toContainText(/1\d\.\d MB of 38\.8 MB/, { timeout: 60_000 });
    // On a slow machine the parts that do not stall may still be on their way.
    await expect.poll(async () => (await savedParts(page)).length, { timeout: 60_000 }).toBe(4);
    await page.getByRole('button', { name: wordsOf('tool:cancel') }).click();
    await expect(sessionView(page)).toHaveAttribute('data-state', 'cancelled');
    expect((await savedParts(page)).length).toBe(4);
    model.recover();
    const requested = requestedParts(page);
    await retry(page).click();
    await expectResult(page);
    expect(requested.filter((url) => /isnet-0[0-3]/.test(url))).toEqual([]);
    wire.close();
  },
);

test(
  'a model server that sends nothing any more is given up, and the photo works once it answers',
  { tag: ['@faults', '@long'] },
  async ({ page, baseURL }) => {
    coversFault({
      fault: 'the model’s server never sends the rest',
      sees: 'errors:network',
      kept: 'the image and what was downloaded, and “Try again” gives the result',
    });
    const model = createStallingModel();
    const wire = await tapWire(baseURL ?? '', model);
    await page.goto(`${wire.origin}/en/single`);
    await drop(page, fileAt(photo));
    await expectFailure(page, 'errors:network');
    expect((await savedParts(page)).length).toBe(4);
    model.recover();
    await retry(page).click();
    await expectResult(page);
    wire.close();
  },
);

test(
  'a download of the model during which the connection ends continues with the parts that are missing',
  { tag: ['@faults', '@offline', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the connection ends while the model is being downloaded',
      sees: 'errors:network',
      kept: 'the image and the parts of the model so far, and “Try again” gives the result',
    });
    const offline = Promise.withResolvers<void>();
    let passedCount = 0;
    await context.route(modelPart, async (route) => {
      if (passedCount < 3) {
        passedCount += 1;
        return route.fallback();
      }
      await offline.promise;
      return route.abort('internetdisconnected');
    });
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expect.poll(async () => (await savedParts(page)).length, { timeout: 60_000 }).toBe(3);
    await context.setOffline(true);
    offline.resolve();
    await expectFailure(page, 'errors:network');
    const saved = await savedParts(page);
    expect(saved).toHaveLength(3);
    await context.unroute(modelPart);
    await context.setOffline(false);
    const requested = requestedParts(page);
    await retry(page).click();
    await expectResult(page);
    expect(requested.filter((url) => saved.includes(url))).toEqual([]);
  },
);

test(
  'a batch whose connection ends before it has the model waits for the connection',
  { tag: ['@faults', '@offline', '@batch', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the connection ends before a batch has the model',
      sees: 'batch:bar.offline',
      kept: 'the batch, which goes on by itself with the connection',
    });
    await context.route(modelPart, (route) => route.abort('internetdisconnected'));
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expect(rows(page)).toHaveCount(2);
    await context.setOffline(true);
    await expect(page.getByText(wordsOf('batch:bar.offline'))).toBeVisible({ timeout: 60_000 });
    await context.unroute(modelPart);
    await context.setOffline(false);
    await expectAllDone(page, '2 images processed');
  },
);
