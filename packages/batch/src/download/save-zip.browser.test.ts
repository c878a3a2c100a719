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

/** A place of the browser's own, which the picker would have made. */
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

test('the zip is written to the chosen place, and another reader finds every file in it', async () => {
  const handle = await place('batch.zip');
  expect(await saveZip(entries, 'batch.zip')).toBe('written');
  await expectTexts(await handle.getFile());
});

test('nothing is compressed, and names are marked as UTF-8', async () => {
  const view = new DataView(await new Response(zipStream(entries)).arrayBuffer());
  // The central directory's first record, by the end record's offset: APPNOTE 4.3.12 and 4.3.16.
  const directory = view.getUint32(view.byteLength - 22 + 16, true);
  expect(view.getUint32(directory, true)).toBe(0x02_01_4b_50);
  expect(view.getUint16(directory + 8, true) & 0x08_00).toBe(0x08_00);
  expect(view.getUint16(directory + 10, true)).toBe(0);
});

test('where no place can be chosen, the browser downloads it', async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  expect(await saveZip(entries, 'batch.zip')).toBe('downloaded');
  const clicked = click.mock.contexts[0] as HTMLAnchorElement | undefined;
  expect(clicked?.download).toBe('batch.zip');
  const file = await (await fetch(clicked?.href ?? '')).blob();
  expect(file.type).toBe('application/zip');
  await expectTexts(file);
});

test('progress counts the bytes of the zip, and ends with all of them', async () => {
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

test('closing the picker reads nothing', async () => {
  vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('closed', 'AbortError')));
  const read = vi.fn(() => Promise.resolve(new Blob(['a'])));
  expect(await saveZip([{ name: 'a.png', sizeBytes: 1, read }], 'batch.zip')).toBe('dismissed');
  expect(read).not.toHaveBeenCalled();
});

test('entries that are still to come are asked for once the place is chosen, and waited for', async () => {
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

test('entries that do not come leave no file at the place', async () => {
  const handle = await place('never.zip');
  await expect(saveZip(() => Promise.reject(new Error('failed')), 'never.zip')).rejects.toThrow('failed');
  await expect(handle.getFile()).rejects.toThrow();
});

test.each(['place', 'downloads'])('aborted, it reads no further and leaves nothing (%s)', async (where) => {
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

test('a file that cannot be read fails the whole, and what lay at the place before stays', async () => {
  const handle = await place('before.zip');
  const before = await handle.createWritable();
  await before.write('before');
  await before.close();
  const broken = { name: 'b.png', sizeBytes: 1, read: () => Promise.reject(new Error('gone')) };
  await expect(saveZip([entryOf('a.png', 'a'), broken], 'before.zip')).rejects.toThrow('gone');
  expect(await (await handle.getFile()).text()).toBe('before');
});

test('where no place can be chosen, too, it is told why a file cannot be read', async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  const broken = { name: 'b.png', sizeBytes: 1, read: () => Promise.reject(new Error('gone')) };
  await expect(saveZip([broken], 'batch.zip')).rejects.toThrow('gone');
});

test('a file is read when its turn comes, and not before what is in front of it is written', async () => {
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
