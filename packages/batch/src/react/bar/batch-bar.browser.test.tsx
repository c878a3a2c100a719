import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import JSZip from 'jszip';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { Batch, BatchItem } from '../../batch.ts';
import { BatchProvider } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { BatchBar } from './batch-bar.tsx';
import { useDownload } from './use-download.ts';

let saved: { readonly name: string; readonly file: Blob }[];

beforeEach(async () => {
  saved = [];
  vi.stubGlobal('showSaveFilePicker', undefined);
  const files = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = createUrl(file);
    if (file instanceof Blob) files.set(url, file);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: files.get(this.href) ?? new Blob() });
  });
  // The code is loaded in advance, so that a download that wrongly does not wait starts at once and is noticed.
  await import('./download-parts.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const outdated = (item: BatchItem): BatchItem => ('isOutdated' in item ? { ...item, isOutdated: true } : item);
const current = (item: BatchItem): BatchItem => ('isOutdated' in item ? { ...item, isOutdated: false } : item);

/** Renders the bar of a batch whose results all show the previous preset. The content of each file names its preset. */
async function showBar(count: number, state: 'running' | 'paused' = 'running') {
  const items = fakeItems({ count, processed: count }).map(outdated);
  const fake = createFakeBatch({
    items,
    activity: state === 'paused' ? { kind: 'paused', reason: 'user' } : { kind: 'running' },
  });
  let holdCount = 0;
  let onHold: () => void = () => undefined;
  const batch: Batch = {
    ...fake,
    result(id) {
      const item = fake.getState().items.find((each) => each.id === id);
      if (!item || !('result' in item)) return Promise.reject(new Error(`${id} has no result`));
      const look = item.isOutdated ? 'the preset before' : 'the new preset';
      return Promise.resolve(new File([look.padEnd(item.result.sizeBytes)], item.result.fileName));
    },
    receipts: () => (id) => {
      const item = fake.getState().items.find((each) => each.id === id);
      const isCurrent = item && 'isOutdated' in item && !item.isOutdated;
      if (!isCurrent) return Promise.reject(new Error(`${id} has no current result`));
      return Promise.resolve(id === 'item-2' ? 'converted' : new Blob([`receipt of ${id}`]));
    },
    holdResults() {
      holdCount += 1;
      onHold();
      return () => (holdCount -= 1);
    },
  };
  const i18n = await createI18n('en', ['batch', 'messages', 'common'], importWords);
  const Bar = () => {
    const download = useDownload(batch, () => undefined);
    return (
      <>
        <BatchBar
          download={download}
          notification={{ state: 'off', turn: () => undefined }}
          footer={null}
          presetButton={null}
          onClear={() => undefined}
          onSheet={() => undefined}
        />
        <button type="button" onClick={() => download.start(['item-1'])}>
          Save the first
        </button>
      </>
    );
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <Bar />
      </BatchProvider>
    </I18nextProvider>,
  );
  return {
    renderItem: (id: string) => fake.change(id, current),
    holdCount: () => holdCount,
    /** Removes an item as soon as a download has begun to read the results. */
    removeDuringDownload: (id: string) => {
      onHold = () => void setTimeout(() => void fake.remove([id]));
    },
  };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const allSaved = () => vi.waitUntil(() => saved[0]);

/** Returns the preset that each file of a zip was rendered with. */
async function looksOf(zip: Blob): Promise<string[]> {
  const { files } = await JSZip.loadAsync(zip);
  return Promise.all(Object.values(files).map(async (file) => (await file.async('string')).trimEnd()));
}

test('a zip waits for all results of the new preset and never mixes presets', { tags: ['long'] }, async () => {
  const { renderItem, holdCount } = await showBar(3);
  await button('Download 3').click();
  await expect.element(button('0 of 3 ready')).toBeVisible();
  renderItem('item-1');
  await expect.element(button('1 of 3 ready')).toBeVisible();
  renderItem('item-3');
  await expect.element(button('2 of 3 ready')).toBeVisible();
  expect(saved).toEqual([]);
  // Results are held only once all are rendered. An earlier hold would prevent their rendering.
  expect(holdCount()).toBe(0);
  renderItem('item-2');
  const { name, file } = await allSaved();
  expect(name).toBe('isola-cutouts.zip');
  expect(await looksOf(file)).toEqual(['the new preset', 'the new preset', 'the new preset']);
  await expect.element(button('Download 3')).toBeVisible();
  expect(holdCount()).toBe(0);
});

test('a zip of the ready results leaves out outdated ones', { tags: ['long'] }, async () => {
  const { renderItem } = await showBar(3);
  await button('Download 3').click();
  renderItem('item-1');
  renderItem('item-3');
  await button('Only the 2 that are ready').click();
  const { file } = await allSaved();
  expect(await looksOf(file)).toEqual(['the new preset', 'the new preset']);
});

test('a zip has all its results when the user removes an image while it is written', { tags: ['long'] }, async () => {
  const { renderItem, removeDuringDownload } = await showBar(3);
  for (const id of ['item-1', 'item-2', 'item-3']) renderItem(id);
  removeDuringDownload('item-3');
  await button('Download 3').click();
  expect(await looksOf((await allSaved()).file)).toEqual(['the new preset', 'the new preset', 'the new preset']);
  await expect.element(button('Download 2')).toBeVisible();
});

test('one result is saved while a zip waits, and the zip still comes', async () => {
  const { renderItem } = await showBar(2);
  renderItem('item-1');
  await button('Download 2').click();
  await expect.element(button('1 of 2 ready')).toBeVisible();
  await button('Save the first').click();
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['shoe-001-cutout.png']);
  await expect.element(button('1 of 2 ready')).toBeVisible();
  renderItem('item-2');
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['shoe-001-cutout.png', 'isola-cutouts.zip']);
});

test(
  'a result that waits for a paused batch joins the download about which the bar asks',
  { tags: ['long'] },
  async () => {
    const { renderItem } = await showBar(2, 'paused');
    await button('Download 2').click();
    await button('Save the first').click();
    await button('Resume, then download 2').click();
    renderItem('item-1');
    renderItem('item-2');
    await expect.poll(() => saved.map(({ name }) => name)).toEqual(['isola-cutouts.zip']);
  },
);

test('a paused batch downloads nothing until the user decides whether to wait', async () => {
  const { renderItem } = await showBar(2, 'paused');
  renderItem('item-1');
  await button('Download 2').click();
  await button('Resume, then download 2').click();
  await expect.element(button('1 of 2 ready')).toBeVisible();
  expect(saved).toEqual([]);
  renderItem('item-2');
  expect(await looksOf((await allSaved()).file)).toEqual(['the new preset', 'the new preset']);
});

test('a single download also waits for the new preset', { tags: ['long'] }, async () => {
  const { renderItem } = await showBar(1);
  await button('Download 1').click();
  await expect.element(button('0 of 1 ready')).toBeVisible();
  renderItem('item-1');
  const { name, file } = await allSaved();
  expect(name).toBe('shoe-001-cutout.png');
  expect((await file.text()).trimEnd()).toBe('the new preset');
});

test('the CSV lists an outdated result as processing, without a file', { tags: ['long'] }, async () => {
  const { renderItem } = await showBar(2);
  renderItem('item-1');
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Save the list as CSV' }).click();
  const { name, file } = await allSaved();
  expect(name).toBe('isola-cutouts.csv');
  const [, first, second] = (await file.text()).split('\r\n');
  expect(first).toMatch(/^shoe-001\.jpg,done,,shoe-001-cutout\.png,/);
  expect(second).toBe('mug-teal-002.jpg,processing,,,,,,');
});

test(
  'a zip has the receipts of its results, and the bar says how many could have none',
  { tags: ['long'] },
  async () => {
    const { renderItem } = await showBar(3);
    for (const id of ['item-1', 'item-2', 'item-3']) renderItem(id);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Receipts in the ZIP' }).click();
    await button('Download 3').click();
    const { file } = await allSaved();
    const { files } = await JSZip.loadAsync(file);
    const results = Object.keys(files).filter((name) => name.endsWith('.png'));
    expect(results).toHaveLength(3);
    const receipts = Object.keys(files).filter((name) => name.endsWith('.receipt.json'));
    expect(receipts).toEqual([results[0], results[2]].map((name) => name?.replace('.png', '.receipt.json')));
    expect(await files[receipts[0] ?? '']?.async('string')).toBe('receipt of item-1');
    await expect.element(page.getByText('1 result has no receipt')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByText('1 result has no receipt')).not.toBeInTheDocument();
  },
);
