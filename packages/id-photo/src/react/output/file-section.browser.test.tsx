import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { FileSection } from './file-section.tsx';
import type { PhotoFile, ReadyFile } from './use-photo-file.ts';

let saved: string[];

beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${file instanceof File ? file.name : ''}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} as ${this.download}`);
  });
});

afterEach(() => vi.restoreAllMocks());

const nothingBeyond = { top: 0, right: 0, bottom: 0, left: 0 };

/** Returns a finished file with the given name. */
function readyFile(name: string, background = 'original', beyondPx = nothingBeyond): ReadyFile {
  const placement = {
    transform: { widthPx: 295, heightPx: 413, toPhoto: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } },
    dotsPerInch: 300,
    beyondPx,
  };
  const photo = {
    placement,
    background,
    isForOtherUses: background === '#ffffff',
    image: { widthPx: 280, heightPx: 413 },
  };
  const result = { file: new File(['a photo'], name), reduction: {}, state: 'fits' };
  return { state: 'ready', photo, result, url: 'about:blank' } as unknown as ReadyFile;
}

async function show(first: PhotoFile) {
  const i18n = await createI18n('en', ['id-photo-tool', 'tool', 'editor'], importWords);
  const section = (file: PhotoFile) => (
    <I18nextProvider i18n={i18n}>
      <FileSection file={file} documentId="cn-one-inch" imageName="lin.jpg" />
    </I18nextProvider>
  );
  const { rerender } = await render(section(first));
  return (file: PhotoFile) => rerender(section(file));
}

const download = () => page.getByRole('button', { name: 'Download JPEG' });
const moved = 'blob:moved as lin-cn-one-inch.jpg';

test('a download pressed while the photo is rendered again waits for the new file', async () => {
  const become = await show({ state: 'rendering', before: readyFile('before') });
  await download().click();
  await expect.element(download()).toHaveAttribute('aria-busy', 'true');
  expect(saved).toEqual([]);
  await become({ state: 'rendering', before: readyFile('before') });
  expect(saved).toEqual([]);
  await become(readyFile('moved'));
  await vi.waitFor(() => expect(saved).toEqual([moved]));
  // One press saves only one file.
  await become(readyFile('moved again'));
  await expect.element(download()).not.toHaveAttribute('aria-busy', 'true');
  expect(saved).toEqual([moved]);
});

test('a file that could not be made shows the reason, and can be made again', { tags: ['long'] }, async () => {
  const retry = vi.fn<() => void>();
  await show({ state: 'failed', failure: { code: 'resource-load-failed' }, retry });
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Couldn’t load part of the page')).toBeVisible();
  await expect.element(alert.getByText('Your image is still here.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(retry).toHaveBeenCalledOnce();
});

test('a download that waited for a failed photo does not start later', async () => {
  const become = await show({ state: 'rendering', before: readyFile('before') });
  await download().click();
  await become({ state: 'failed', failure: { code: 'processing-failed' }, retry: () => undefined });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await become(readyFile('moved'));
  await download().click();
  await vi.waitFor(() => expect(saved).toEqual([moved]));
});

test('a photo that extends beyond the image is hatched, and its download is no longer the main action', async () => {
  const become = await show(readyFile('whole'));
  const variant = () => download().element().className;
  const primary = variant();
  await become(readyFile('narrow', 'original', { ...nothingBeyond, right: 15 }));
  await expect.element(page.getByText('This file will not be accepted', { exact: false })).toBeVisible();
  expect(document.querySelector('[data-slot=missing-area]')).not.toBeNull();
  expect(variant()).not.toBe(primary);
  // A colour may fill the area.
  await become(readyFile('filled', '#ffffff', { ...nothingBeyond, right: 15 }));
  expect(document.querySelector('[data-slot=missing-area]')).toBeNull();
  expect(variant()).toBe(primary);
});

test('a photo for other uses says so in its name', async () => {
  await show(readyFile('white', '#ffffff'));
  await download().click();
  await vi.waitFor(() => expect(saved).toEqual(['blob:white as lin-not-for-cn-one-inch.jpg']));
});
