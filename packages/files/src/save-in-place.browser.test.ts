import { afterEach, expect, test, vi } from 'vitest';

import { choosesWhereToSave, saveAs, saveOver } from './save-in-place.ts';

const file = new Blob(['a new picture'], { type: 'image/png' });

/** Creates a file in the origin private file system, which is written like any other file. */
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

test('saveAs replaces the content of the chosen file', async () => {
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

test('saveOver writes to the same file without asking', async () => {
  const handle = await place('mug-cutout.png');
  const picker = picks(() => Promise.resolve(handle));
  await saveAs(file, 'mug-cutout.png');
  await saveOver(handle, new Blob(['newer']));
  expect(picker).toHaveBeenCalledOnce();
  expect(await (await handle.getFile()).text()).toBe('newer');
});

test('closing the file picker saves nothing and is no error', async () => {
  picks(() => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await saveAs(file, 'cat.png')).toBeUndefined();
});

test('a file that may not be written is reported', async () => {
  picks(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  await expect(saveAs(file, 'cat.png')).rejects.toThrow('no');
});

test('a browser without a file picker has no choice of a place', () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  expect(choosesWhereToSave()).toBe(false);
});
