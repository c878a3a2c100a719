import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';

import { expectAllDone, isStored, named, progress, rows, saved, withoutFilePicker } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, openTool, saved as savedImage, tile } from '../support/editor-page.ts';
import { deleteSiteData, denyStorage, holdModel, withFillableStorage } from '../support/fault-switch.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt, sessionView, withLittleMemory } from '../support/tool-page.ts';
import { expectSaved, expectTwoTabsSave } from '../support/two-tabs.ts';
import { wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg');
const warning = (page: Page) => page.locator('[data-slot=save-warning]');
const storageNote = (page: Page) => page.locator('[data-slot=storage-note]');
const restored = (page: Page) => page.locator('[data-slot=restored-note]');

/** Saves the project from the warning, and expects that the file shows the same background when it is opened. */
async function expectProjectWith(page: Page, background: string): Promise<void> {
  const file = await saved(page, warning(page).getByRole('button', { name: wordsOf('editor:saved.saveProject') }));
  const other = await page.context().newPage();
  await other.goto('/en/single');
  await drop(other, file);
  await expectResult(other);
  await expect(tile(other, background)).toHaveAttribute('aria-pressed', 'true');
  await other.close();
}

test(
  'steps that no longer fit are kept in the page, and the next step saves them once there is space',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the storage becomes full while an image is edited',
      sees: 'editor:saved.state.full',
      kept: 'all edits; the next step saves them once there is space, and a file holds them before',
    });
    const storage = await withFillableStorage(page);
    await openInEditor(page, mug.path);
    await savedImage(page);
    await storage.fill();
    await tile(page, 'Black').click();
    await expect(warning(page)).toContainText(wordsOf('editor:saved.state.full'));
    await expectProjectWith(page, 'Black');
    await storage.makeSpace();
    await tile(page, 'White').click();
    await expect(warning(page)).toHaveCount(0);
    await page.reload();
    await expectResult(page);
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'a batch works in memory while the storage is full, and is saved once there is space',
  { tag: ['@faults', '@batch', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the storage is full while a batch runs',
      sees: 'batch:storage.full.title',
      kept: 'all results, which can be downloaded, and are saved once there is space',
    });
    await withLittleMemory(page);
    await withoutFilePicker(page);
    const storage = await withFillableStorage(page);
    await page.goto('/en/batch');
    await storage.fill();
    await drop(page, ...named(2));
    await expect(storageNote(page)).toContainText(wordsOf('batch:storage.full.title'));
    await expectAllDone(page, '2 images processed');
    const zip = await saved(page, page.getByRole('button', { name: wordsOf('batch:bar.download', { count: 2 }) }));
    expect(Object.keys((await JSZip.loadAsync(zip.bytes)).files)).toHaveLength(2);
    await storage.makeSpace();
    await expect(storageNote(page)).toHaveCount(0);
    await page.reload();
    await expect(restored(page)).toContainText(wordsOf('batch:restored', { count: 2 }));
    await expectAllDone(page, '2 images processed');
  },
);

test(
  'a batch works in memory in a browser that denies all storage',
  { tag: ['@faults', '@batch', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser denies all storage to a batch',
      sees: 'batch:storage.no-storage.title',
      kept: 'all results as long as the page is open, and they can be downloaded',
    });
    await withLittleMemory(page);
    await withoutFilePicker(page);
    await denyStorage(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expect(storageNote(page)).toContainText(wordsOf('batch:storage.no-storage.title'));
    await expectAllDone(page, '2 images processed');
    expect(await isStored(page)).toBe(false);
    const zip = await saved(page, page.getByRole('button', { name: wordsOf('batch:bar.download', { count: 2 }) }));
    expect(Object.keys((await JSZip.loadAsync(zip.bytes)).files)).toHaveLength(2);
  },
);

test(
  'an editor whose saved image the browser deletes says so at once and keeps all edits',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser deletes the data of the site while an image is edited',
      sees: 'editor:saved.state.gone',
      kept: 'all edits as long as the page is open, and in a file',
    });
    await openInEditor(page, mug.path);
    await tile(page, 'Black').click();
    await expectSaved(page);
    await deleteSiteData(page);
    await expect(warning(page)).toContainText(wordsOf('editor:saved.state.gone'));
    // The browser asks before the page is left.
    expect(await isStored(page)).toBe(false);
    await expectProjectWith(page, 'Black');
    expect(await isStored(page)).toBe(true);
    await openTool(page, 'Background');
    await tile(page, 'White').click();
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'an image whose data the browser deletes during its removal gets its result, which is saved again',
  { tag: ['@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser deletes the data of the site during a removal',
      sees: 'the result, as always',
      kept: 'the image and its result, which are saved again',
    });
    await withLittleMemory(page);
    const release = await holdModel(page);
    await page.goto('/en/single');
    await drop(page, fileAt(mug.path));
    await savedImage(page);
    await expect(sessionView(page)).toHaveAttribute('data-state', 'working');
    await deleteSiteData(page);
    await release();
    await expectResult(page);
    expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
    await expectSaved(page);
    await page.reload();
    await expectResult(page);
  },
);

test(
  'a batch whose data the browser deletes stores its images again and finishes',
  { tag: ['@faults', '@batch', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser deletes the data of the site while a batch runs',
      sees: 'batch:deleted.title',
      kept: 'all images whose files the page can still read; they are saved again and processed once more',
    });
    await withLittleMemory(page);
    await withoutFilePicker(page);
    await page.goto('/en/batch');
    await drop(page, ...named(3));
    await expect(progress(page)).toContainText(/^1 of 3/, { timeout: 120_000 });
    await deleteSiteData(page);
    const note = page.locator('[data-slot=deleted-note]');
    await expect(note).toContainText(wordsOf('batch:deleted.title'));
    await expect(note).toContainText(wordsOf('batch:deleted.text'));
    await expectAllDone(page, '3 images processed');
    const zip = await saved(page, page.getByRole('button', { name: wordsOf('batch:bar.download', { count: 3 }) }));
    expect(Object.keys((await JSZip.loadAsync(zip.bytes)).files)).toHaveLength(3);
    await expect.poll(() => isStored(page)).toBe(true);
    await page.reload();
    await expect(restored(page)).toContainText(wordsOf('batch:restored', { count: 3 }));
    await expect(rows(page)).toHaveCount(3);
    await expectAllDone(page, '3 images processed');
  },
);

test(
  'a batch of an earlier visit whose data the browser deletes names the images that have to be added again',
  { tag: ['@faults', '@batch', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser deletes the data of the site while a batch of an earlier visit is open',
      sees: 'batch:deleted.lost_other',
      kept: 'the list; the images can be added again',
    });
    await holdModel(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expect(rows(page)).toHaveCount(2);
    await expect.poll(() => isStored(page)).toBe(true);
    await page.reload();
    await expect(restored(page)).toContainText(wordsOf('batch:restored', { count: 2 }));
    await deleteSiteData(page);
    const note = page.locator('[data-slot=deleted-note]');
    await expect(note).toContainText(wordsOf('batch:deleted.lost', { count: 2 }));
    await expect(rows(page)).toHaveCount(2);
    await drop(page, ...named(2));
    await expect(rows(page)).toHaveCount(4);
  },
);

test(
  'two tabs with one image each save their own steps',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'two tabs edit one image',
      sees: 'nothing: the second tab goes on with a copy',
      kept: 'the edits of both tabs',
    });
    await openInEditor(page, mug.path);
    await expectTwoTabsSave(page, 'mug.jpg');
  },
);
