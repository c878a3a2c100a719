import JSZip from 'jszip';
import { afterEach, expect, test, vi } from 'vitest';

import { saveZip, type ZipEntry, type ZipProgress, zipStream } from './save-zip.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const texts = {
  'cat-cutout.png': 'a cat',
  '白虎-02.webp': 'a tiger',
  '👩‍👧.jpg': 'x'.repeat(100_000),
  'empty.png': '',
};
const entries = Object.entries(texts).map(([name, text]) => entryOf(name, text));

function entryOf(name: string, text: string): ZipEntry {
  const file = new Blob([text]);
  return { name, sizeBytes: file.size, read: () => Promise.resolve(file) };
}

/** Creates a file in the origin private file system and stubs the file picker, so that it returns this file. */
async function place(name: string): Promise<FileSystemFileHandle> {
  const folder = await navigator.storage.getDirectory();
  await folder.removeEntry(name).catch(() => undefined);
  const handle = await folder.getFileHandle(name, { create: true });
  vi.stubGlobal('showSaveFilePicker', () => Promise.resolve(handle));
  return handle;
}

async function expectTexts(zip: Blob) {
  const read = await JSZip.loadAsync(zip, { checkCRC32: true });
  const found = await Promise.all(
    Object.values(read.files).map(async (file) => [file.name, await file.async('string')]),
  );
  expect(Object.fromEntries(found)).toEqual(texts);
}

test('the zip is written to the chosen file, and JSZip reads every file in it', async () => {
  const handle = await place('batch.zip');
  expect(await saveZip(entries, 'batch.zip')).toBe('written');
  await expectTexts(await handle.getFile());
});

test('zip entries are not compressed, and their names are marked as UTF-8', async () => {
  const view = new DataView(await new Response(zipStream(entries)).arrayBuffer());
  // The end record contains the offset of the central directory: APPNOTE 4.3.12 and 4.3.16.
  const directory = view.getUint32(view.byteLength - 22 + 16, true);
  expect(view.getUint32(directory, true)).toBe(0x02_01_4b_50);
  expect(view.getUint16(directory + 8, true) & 0x08_00).toBe(0x08_00);
  expect(view.getUint16(directory + 10, true)).toBe(0);
});

test('browsers without a file picker download the zip', async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  expect(await saveZip(entries, 'batch.zip')).toBe('downloaded');
  const clicked = click.mock.contexts[0] as HTMLAnchorElement | undefined;
  expect(clicked?.download).toBe('batch.zip');
  const file = await (await fetch(clicked?.href ?? '')).blob();
  expect(file.type).toBe('application/zip');
  await expectTexts(file);
});

test('progress counts the bytes of the zip and ends with its size', async () => {
  const handle = await place('progress.zip');
  const reports: ZipProgress[] = [];
  await saveZip(entries, 'progress.zip', { onProgress: (progress) => reports.push(progress) });
  const { size } = await handle.getFile();
  expect(reports[0]).toEqual({ stage: 'zipping', loaded: 0, total: size });
  expect(reports.at(-1)).toEqual({ stage: 'zipping', loaded: size, total: size });
  const loaded = reports.map((report) => report.loaded);
  expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  expect(reports.length).toBeLessThanOrEqual(102);
});

test('closing the file picker reads no file', async () => {
  vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('closed', 'AbortError')));
  const read = vi.fn(() => Promise.resolve(new Blob(['a'])));
  expect(await saveZip([{ name: 'a.png', sizeBytes: 1, read }], 'batch.zip')).toBe('dismissed');
  expect(read).not.toHaveBeenCalled();
});

test('a function for the entries is called after the file is chosen and awaited', async () => {
  const handle = await place('waited.zip');
  const listing = Promise.withResolvers<readonly ZipEntry[]>();
  const list = vi.fn(() => listing.promise);
  const saving = saveZip(list, 'waited.zip');
  await vi.waitFor(() => expect(list).toHaveBeenCalledOnce());
  listing.resolve(entries);
  expect(await saving).toBe('written');
  await expectTexts(await handle.getFile());

  vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await saveZip(list, 'waited.zip')).toBe('dismissed');
  expect(list).toHaveBeenCalledOnce();
});

test('a rejected function for the entries leaves no file behind', async () => {
  const handle = await place('never.zip');
  await expect(saveZip(() => Promise.reject(new Error('failed')), 'never.zip')).rejects.toThrow('failed');
  await expect(handle.getFile()).rejects.toThrow();
});

test.each(['place', 'downloads'])('aborting stops the reading and leaves no file behind (%s)', async (where) => {
  const handle = where === 'place' ? await place('aborted.zip') : undefined;
  if (!handle) vi.stubGlobal('showSaveFilePicker', undefined);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const stop = new AbortController();
  const reason = new Error('enough');
  const readThird = vi.fn(() => Promise.resolve(new Blob(['c'])));
  const stopped = [
    entryOf('a.png', 'a'),
    {
      ...entryOf('b.png', 'b'),
      read: () => {
        stop.abort(reason);
        return Promise.resolve(new Blob(['b']));
      },
    },
    { name: 'c.png', sizeBytes: 1, read: readThird },
  ];
  await expect(saveZip(stopped, 'aborted.zip', { signal: stop.signal })).rejects.toBe(reason);
  expect(readThird).not.toHaveBeenCalled();
  expect(click).not.toHaveBeenCalled();
  if (handle) await expect(handle.getFile()).rejects.toThrow();
});

test('an unreadable entry fails the zip and keeps the earlier content of the chosen file', async () => {
  const handle = await place('before.zip');
  const before = await handle.createWritable();
  await before.write('before');
  await before.close();
  const broken = { name: 'b.png', sizeBytes: 1, read: () => Promise.reject(new Error('gone')) };
  await expect(saveZip([entryOf('a.png', 'a'), broken], 'before.zip')).rejects.toThrow('gone');
  expect(await (await handle.getFile()).text()).toBe('before');
});

test('browsers without a file picker report the original error of an unreadable entry', async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  const broken = { name: 'b.png', sizeBytes: 1, read: () => Promise.reject(new Error('gone')) };
  await expect(saveZip([broken], 'batch.zip')).rejects.toThrow('gone');
});

test('an entry is read only after the entries before it are written', async () => {
  const order: string[] = [];
  const watched = ['a', 'b', 'c'].map((name) => ({
    name,
    sizeBytes: 1_000_000,
    read: () => {
      order.push(`read ${name}`);
      return Promise.resolve(new Blob([new Uint8Array(1_000_000)]));
    },
  }));
  const reader = zipStream(watched).getReader();
  let taken = 0;
  while (taken < 500_000) taken += (await reader.read()).value?.length ?? 0;
  expect(order).toEqual(['read a']);
  await reader.cancel();
});
