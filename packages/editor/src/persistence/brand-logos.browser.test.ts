import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { brandLogos, forgetBrandLogo, loadBrandLogos, maxLogos, saveBrandLogo } from './brand-logos.ts';

const logo = (name: string) => new Blob([name], { type: 'image/png' });
const names = () => Promise.all(brandLogos.getState().map(({ blob }) => blob.text()));

// Test files share the browser's storage, so that a list may be left by another file.
beforeEach(async () => {
  await deleteDB('isola-logos');
  await loadBrandLogos();
});

afterEach(() => void vi.restoreAllMocks());

test('logos are saved on the device, each once, the newest first, and can be removed', async () => {
  const now = vi.spyOn(Date, 'now');
  for (const [at, name] of ['leaf', 'sun', 'leaf'].entries()) {
    now.mockReturnValue(at);
    expect(await saveBrandLogo(logo(name))).toBe('saved');
  }
  expect(await names()).toEqual(['leaf', 'sun']);
  await forgetBrandLogo(brandLogos.getState()[0]?.id ?? '');
  expect(await names()).toEqual(['sun']);
  await loadBrandLogos();
  expect(await names()).toEqual(['sun']);
});

test('a full list says so and keeps its logos, and one of them can still be saved again', async () => {
  for (let count = 0; count < maxLogos; count += 1) expect(await saveBrandLogo(logo(`${count}`))).toBe('saved');
  expect(await saveBrandLogo(logo('one more'))).toBe('full');
  expect(await saveBrandLogo(logo('3'))).toBe('saved');
  expect((await names()).toSorted()).toEqual(Array.from({ length: maxLogos }, (_, count) => `${count}`).toSorted());
});

test('a browser that refuses its storage is reported, and the list is empty', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('storage is closed', 'SecurityError');
  });
  expect(await saveBrandLogo(logo('leaf'))).toBe('not-saved');
  await loadBrandLogos();
  expect(brandLogos.getState()).toEqual([]);
});

test('a device without space is reported', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no space', 'QuotaExceededError');
  });
  expect(await saveBrandLogo(logo('leaf'))).toBe('not-saved');
});
