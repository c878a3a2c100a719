import { expect, type Page, test } from '@playwright/test';

import { expectAllDone, isStored, named, progress, rows } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, openTool, panel, saved, tile } from '../support/editor-page.ts';
import { holdModel, withFillableStorage, withMovableClock } from '../support/fault-switch.ts';
import { picture } from '../support/pictures.ts';
import { drop, expectResult, withLittleMemory } from '../support/tool-page.ts';
import { wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg');
const dayMs = 86_400_000;
/** Waits until the browser’s storage has this number of steps. Steps are stored when the browser is idle. */
const stored = (page: Page, steps: number) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const result = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.addEventListener('success', () => resolve(request.result));
            request.addEventListener('error', () => reject(new Error('the database cannot be read')));
          });
        const database = await result(indexedDB.open('isola'));
        const histories = database.transaction('histories').objectStore('histories');
        const all = (await result(histories.getAll())) as { readonly at: number }[];
        database.close();
        return all.map(({ at }) => at);
      }),
    )
    .toEqual([steps]);
const restored = (page: Page) => page.locator('[data-slot=restored-note]');

for (const [words, byMs, age] of [
  ['forward', dayMs, 'yesterday'],
  ['back', -dayMs, 'now'],
] as const) {
  test(
    `a clock that jumps a day ${words} loses no edits and gives a saved image a possible age`,
    { tag: ['@faults', '@editor', '@long'] },
    async ({ page }) => {
      coversFault({
        fault: `the clock jumps a day ${words} while an image is edited`,
        sees: `the image in the list, with “${age}”`,
        kept: 'all edits, before and after the jump',
      });
      const moveClock = await withMovableClock(page);
      await openInEditor(page, mug.path);
      await tile(page, 'Black').click();
      await openTool(page, 'Export');
      await expect(panel(page).getByText(wordsOf('editor:saved.state.saved'))).toBeVisible();
      await moveClock(byMs);
      await page.getByRole('button', { name: 'Another image' }).first().click();
      await page
        .getByRole('button', { name: wordsOf('editor:saved.open', { name: 'mug.jpg', age }), exact: true })
        .click();
      await expectResult(page);
      await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
      await tile(page, 'White').click();
      await stored(page, 2);
      await page.reload();
      await expectResult(page);
      await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Control+z');
      await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    },
  );
}

test(
  'an image that did not fit is saved once there is space, also when the clock was set back meanwhile',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the clock is set back while the storage is full',
      sees: 'editor:saved.state.full',
      kept: 'all edits; the next step saves them once there is space',
    });
    const moveClock = await withMovableClock(page);
    const storage = await withFillableStorage(page);
    await page.addInitScript(() => Reflect.set(window, 'isStorageFull', sessionStorage.getItem('has-space') === null));
    await openInEditor(page, mug.path);
    const warning = page.locator('[data-slot=save-warning]');
    await expect(warning).toContainText(wordsOf('editor:saved.state.full'));
    await moveClock(-dayMs);
    await page.evaluate(() => sessionStorage.setItem('has-space', 'yes'));
    await storage.makeSpace();
    await tile(page, 'Black').click();
    await expect(warning).toHaveCount(0);
    await saved(page);
    await page.reload();
    await expectResult(page);
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'a batch during which the clock jumps forward and back finishes, with a possible remaining time',
  { tag: ['@faults', '@batch', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the clock jumps a day forward and two days back while a batch runs',
      sees: 'the remaining time, as always',
      kept: 'all images and their results',
    });
    const moveClock = await withMovableClock(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(4));
    await expect(progress(page)).toContainText(/^[12] of 4/, { timeout: 120_000 });
    await moveClock(dayMs);
    await expect(progress(page)).toContainText(/^[23] of 4/, { timeout: 120_000 });
    await moveClock(-2 * dayMs);
    await expect(progress(page)).not.toContainText(/hour|day/);
    await expectAllDone(page, '4 images processed');
    await expect.poll(() => isStored(page)).toBe(true);
    await page.reload();
    await expect(restored(page)).toContainText(wordsOf('batch:restored', { count: 4 }));
    await expectAllDone(page, '4 images processed');
  },
);

test(
  'a batch that a fast clock lets expire opens again once the clock is right',
  { tag: ['@faults', '@batch', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the clock is eight days fast for a while, so that a batch has expired',
      sees: 'an empty batch until the clock is right',
      kept: 'the batch, which opens again then',
    });
    const moveClock = await withMovableClock(page);
    await holdModel(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expect(rows(page)).toHaveCount(2);
    await expect.poll(() => isStored(page)).toBe(true);
    await moveClock(8 * dayMs);
    await page.reload();
    // The batch is marked before the page opens another one.
    await expect.poll(() => hasExpiredBatch(page)).toBe(true);
    await expect(page.getByRole('button', { name: wordsOf('batch:drop.pick') })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await moveClock(-8 * dayMs);
    await page.reload();
    await expect(restored(page)).toContainText(wordsOf('batch:restored', { count: 2 }));
    await expect(rows(page)).toHaveCount(2);
  },
);

/** Returns whether the browser's storage has a batch that is marked as expired. */
function hasExpiredBatch(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('isola-batch');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const batches = database.transaction('batches').objectStore('batches').getAll();
    await new Promise((resolve) => batches.addEventListener('success', resolve));
    database.close();
    return (batches.result as { expiredAt?: number }[]).some(({ expiredAt }) => expiredAt !== undefined);
  });
}
