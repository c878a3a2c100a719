import { expect, type Page, test } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { tile } from '../support/editor-page.ts';
import { booted, withDataSaver } from '../support/first-visit.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, drop, expectResult, fileAt, sessionView } from '../support/tool-page.ts';
import { tapWire } from '../support/wire.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg');

/** Strip at the lower edge of the window. */
const strip = (page: Page) => page.locator('[data-slot=proof-strip]');
const turnOn = (page: Page) =>
  strip(page)
    .getByRole('button', { name: wordsOf('common:airplane.title') })
    .click();
const turnOff = (page: Page) =>
  strip(page)
    .getByRole('button', { name: wordsOf('common:airplane.endLabel') })
    .click();

test.use({ serviceWorkers: 'allow' });

test(
  'in airplane mode an image is cut out, edited and saved while no request leaves the browser',
  { tag: ['@airplane', '@long'] },
  async ({ page, baseURL }) => {
    const wire = await tapWire(baseURL ?? '');
    // The browser itself looks for a newer service worker after a navigation, which no page and no service worker can
    // prevent.
    const left = () => wire.arrived().filter((request) => request !== 'GET /service-worker.js');
    // Nothing is loaded in advance, so the strip has to ask about the model.
    await withDataSaver(page);
    await page.goto(`${wire.origin}/en/single`);
    await booted(page);
    await turnOn(page);
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(wordsOf('common:airplane.noModel.title'));
    await question.getByRole('button', { name: wordsOf('common:airplane.noModel.load') }).click();
    await expect(strip(page)).toHaveAttribute('data-state', 'sealed', { timeout: 120_000 });
    await expect(question).toBeHidden();

    wire.forget();
    await cutOut(page, mug.path);
    const cutout = await downloadedPng(page);
    expect(iouWithTruth('small/mug.jpg', cutout.bytes)).toBeGreaterThan(0.9);
    await tile(page, 'Black').click();
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    const onBlack = await downloadedPng(page);
    expect(onBlack.png.data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
    expect(left()).toEqual([]);

    // After a reload the mode is still on.
    await page.reload();
    await expect(strip(page)).toHaveAttribute('data-state', 'sealed');
    await expectResult(page);
    expect(left()).toEqual([]);

    // A page that is not saved names the mode and ends it.
    await page.goto(`${wire.origin}/en/membership`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(wordsOf('common:airplane.on'));
    expect(left()).toEqual([]);
    await page
      .getByRole('main')
      .getByRole('button', { name: wordsOf('common:airplane.endLabel') })
      .click();
    await expect(heading).toHaveText(wordsOf('pages:membership.title'));
    expect(wire.arrived()).toContain('GET /en/membership');
    wire.close();
  },
);

test(
  'without a model, airplane mode is named beside the failure, and the image works once it is off',
  { tag: ['@airplane', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'airplane mode is on before the model was loaded',
      sees: 'errors:network and the name of the switch',
      kept: 'the image, and it works once the switch is off',
    });
    await withDataSaver(page);
    await page.goto('/en/single');
    await booted(page);
    await turnOn(page);
    await page.getByRole('button', { name: wordsOf('common:airplane.noModel.anyway') }).click();
    await expect(strip(page)).toHaveAttribute('data-state', 'sealed');
    // The mode applies to every tab, and its last refusal is counted.
    const other = await context.newPage();
    await other.goto('/en/single');
    await expect(strip(other)).toHaveAttribute('data-state', 'sealed');

    await drop(page, fileAt(mug.path));
    await expect(sessionView(page)).toHaveAttribute('data-state', 'failed', { timeout: 120_000 });
    await expectMessage(page.getByRole('alert'), 'errors:network');
    await expect(strip(page).getByRole('status')).toContainText('refused');
    await turnOff(page);
    await expect(strip(page)).toHaveAttribute('data-state', 'open');
    await expect(strip(other)).toHaveAttribute('data-state', 'open');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectResult(page);
  },
);

test('nothing moves when the strip is loaded', { tag: ['@airplane', '@long'] }, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/proof-strip-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/en/single');
  const content = page.locator('#content');
  const before = await content.boundingBox();
  held.resolve();
  await expect(strip(page)).toBeVisible();
  expect(await content.boundingBox()).toEqual(before);
});

test(
  'the strip is whole until a body is sent, breaks once for it, and opens the network log',
  { tag: ['@airplane', '@long'] },
  async ({ page }) => {
    await withDataSaver(page);
    await page.goto('/en/batch');
    await booted(page);
    const log = strip(page).getByRole('button', { name: '0 B sent' });
    await expect(log).toBeVisible();
    await expect(strip(page).locator('line')).toHaveCount(1);
    await page.evaluate(() => fetch('/rest/v1/plans', { method: 'POST', body: 'x'.repeat(214) }));
    const broken = strip(page).getByRole('button', { name: '214 B sent in 1 request' });
    await expect(broken).toBeVisible();
    // Two pieces, and the two ends of the break.
    await expect(strip(page).locator('line')).toHaveCount(4);
    await broken.press('Enter');
    const panel = page.getByRole('dialog', { name: wordsOf('common:strip.open') });
    await expect(panel.locator('[data-url$="/rest/v1/plans"]')).toContainText('214 B');
    await page.keyboard.press('Escape');
    await expect(broken).toBeFocused();
  },
);
