import { afterEach, expect, test, vi } from 'vitest';

import { choosesWhereToSave, saveAs, saveOver } from './save-in-place.ts';

const file = new Blob(['a new picture'], { type: 'image/png' });

/** A place of the browser's own: it is written to as any other. */
async function place(name: string): Promise<FileSystemFileHandle> {
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle(name, { create: true });
}

function picks(picker: (options: unknown) => Promise<FileSystemFileHandle>) {
  const spy = vi.fn(picker);
  vi.stubGlobal('showSaveFilePicker', spy);
  return spy;
}

afterEach(() => vi.unstubAllGlobals());

test('the file is written where it was asked for, over what was there', async () => {
  const handle = await place('cat-cutout.png');
  const before = await handle.createWritable();
  await before.write('an old picture, and a longer one');
  await before.close();
  const picker = picks(() => Promise.resolve(handle));
  expect(choosesWhereToSave()).toBe(true);
  expect(await saveAs(file, 'cat-cutout.png')).toBe(handle);
  expect(picker).toHaveBeenCalledExactlyOnceWith({
    suggestedName: 'cat-cutout.png',
    types: [{ accept: { 'image/png': ['.png'] } }],
  });
  expect(await (await handle.getFile()).text()).toBe('a new picture');
});

test('the next file goes to the same place without a question', async () => {
  const handle = await place('mug-cutout.png');
  const picker = picks(() => Promise.resolve(handle));
  await saveAs(file, 'mug-cutout.png');
  await saveOver(handle, new Blob(['newer']));
  expect(picker).toHaveBeenCalledOnce();
  expect(await (await handle.getFile()).text()).toBe('newer');
});

test('closing the picker saves nothing and is no error', async () => {
  picks(() => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await saveAs(file, 'cat.png')).toBeUndefined();
});

test('a place that cannot be written to is reported', async () => {
  picks(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  await expect(saveAs(file, 'cat.png')).rejects.toThrow('no');
});

test('a browser without it offers nothing', () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  expect(choosesWhereToSave()).toBe(false);
});
