import { expect, type Page, test } from '@playwright/test';

import { expectAllDone, isStored, named, rowOf, rows } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, openTool, panel } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { drop, expectResult, withLittleMemory } from '../support/tool-page.ts';
import { wordsOf } from '../support/words.ts';

const note = (page: Page) => page.locator('[data-slot=unreadable-note]');
const opening = (page: Page) => page.locator('[data-slot=opening-note]');
const restored = (page: Page) => page.locator('[data-slot=restored-note]');

/** Makes the browser's file system fail from the next load on, while the key is set. */
const withFailingFiles = (page: Page) =>
  page.addInitScript(() => {
    const original = Reflect.get(FileSystemDirectoryHandle.prototype, 'getDirectoryHandle');
    FileSystemDirectoryHandle.prototype.getDirectoryHandle = function (name, options) {
      if (sessionStorage.getItem('files-fail')) {
        return Promise.reject(new DOMException('a fault of this test', 'NotFoundError'));
      }
      return Reflect.apply(original, this, [name, options]);
    };
  });

/** Makes reads of the browser's databases fail from the next load on, while the key is set. */
const withFailingDatabase = (page: Page) =>
  page.addInitScript(() => {
    const original = Reflect.get(IDBDatabase.prototype, 'transaction');
    IDBDatabase.prototype.transaction = function (...values) {
      if (sessionStorage.getItem('database-fails')) throw new DOMException('a fault of this test', 'UnknownError');
      return Reflect.apply(original, this, values);
    };
  });

const fail = (page: Page, what: 'files-fail' | 'database-fails') =>
  page.evaluate((key) => sessionStorage.setItem(key, 'yes'), what);
const heal = (page: Page, what: 'files-fail' | 'database-fails') =>
  page.evaluate((key) => sessionStorage.removeItem(key), what);

test(
  'a batch whose files are missing is listed and kept, and works again once they are found',
  { tag: ['@never-lost', '@batch', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser has evicted the files of a batch',
      sees: 'the batch, with “Try again”',
      kept: 'the list and its settings, and the files once they are found',
    });
    await withLittleMemory(page);
    await withFailingFiles(page);
    await page.goto('/en/batch');
    await drop(page, ...named(3));
    await expectAllDone(page, '3 images processed');
    await fail(page, 'files-fail');
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    // Finished results do not need the original files until they are rendered again.
    await page.getByRole('button', { name: 'White', exact: true }).click();
    await expect(note(page)).toContainText(wordsOf('batch:unreadable.title', { count: 3 }));
    await expect(rowOf(page, 'shoe-02')).toContainText(wordsOf('errors:file-unreadable.title'));

    await heal(page, 'files-fail');
    await note(page)
      .getByRole('button', { name: wordsOf('tool:retry') })
      .click();
    await expect(note(page)).toHaveCount(0);
    await expectAllDone(page, '3 images processed');
    await page.reload();
    await expect(restored(page)).toContainText(wordsOf('batch:restored', { count: 3 }));
    await expectAllDone(page, '3 images processed');
  },
);

test(
  'a batch whose database fails is not replaced by an empty one, and opens when tried again',
  { tag: ['@never-lost', '@batch', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the database of a batch cannot be opened',
      sees: 'the failure, with “Try again”',
      kept: 'the batch',
    });
    // No image is processed, because the requested model never arrives.
    await page.route('**/models/**', () => undefined);
    await withFailingDatabase(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expect(rows(page)).toHaveCount(2);
    // A page that closes before the images are stored could not restore them.
    await expect.poll(() => isStored(page)).toBe(true);
    await page.reload();
    await expect(restored(page)).toContainText(wordsOf('batch:restored', { count: 2 }));
    await fail(page, 'database-fails');
    await page.reload();
    await expect(opening(page)).toContainText(wordsOf('batch:opening.answer.title'));
    await expect(rows(page)).toHaveCount(0);
    await heal(page, 'database-fails');
    await opening(page)
      .getByRole('button', { name: wordsOf('tool:retry') })
      .click();
    await expect(rows(page)).toHaveCount(2);
    await expect(opening(page)).toHaveCount(0);
  },
);

test(
  'a second tab says that the batch is open in another tab, and opens it once that tab is closed',
  { tag: ['@never-lost', '@batch', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'two tabs open one batch',
      sees: 'which tab has it',
      kept: 'the batch, which opens once the other tab is closed',
    });
    await context.route('**/models/**', () => undefined);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expect(rows(page)).toHaveCount(2);
    const second = await context.newPage();
    await second.goto('/en/batch');
    await expect(opening(second)).toContainText(wordsOf('batch:opening.otherTab.title'));
    await expect(rows(second)).toHaveCount(0);
    // Images added while the tab waits come after the stored ones.
    await drop(second, ...named(1, 3));
    await page.close();
    await expect(rows(second)).toHaveCount(3);
    await expect(opening(second)).toHaveCount(0);
    await expect.poll(() => isStored(second)).toBe(true);
    await second.reload();
    await expect(rows(second)).toHaveCount(3);
  },
);

test(
  'a saved image that cannot be read is kept and reported, and opens when tried again',
  { tag: ['@never-lost', '@editor', '@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'a saved image cannot be read',
      sees: 'the image in the list, with “Try again”',
      kept: 'the image',
    });
    await withFailingDatabase(page);
    await openInEditor(page, picture('small/mug.jpg').path);
    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await fail(page, 'database-fails');
    await page.reload();
    const unreadable = page.locator('[data-slot=unreadable-projects]');
    await expect(unreadable).toContainText(wordsOf('editor:saved.listUnreadable'));
    await heal(page, 'database-fails');
    await unreadable.getByRole('button', { name: wordsOf('tool:retry') }).click();
    await expect(page.getByRole('button', { name: /^Open mug\.jpg/ })).toBeVisible();
    await expect(unreadable).toHaveCount(0);
    // The tab still has the project open.
    await page.reload();
    await expectResult(page);
  },
);
