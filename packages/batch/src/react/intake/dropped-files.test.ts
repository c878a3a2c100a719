import { expect, test } from 'vitest';

import { droppedFiles, withoutHidden } from './dropped-files.ts';

const fileEntry = (name: string, readable = true) => ({
  isDirectory: false,
  name,
  file: (resolve: (file: File) => void, reject: () => void) => (readable ? resolve(new File(['x'], name)) : reject()),
});

/** A folder entry whose reader behaves as in Chromium: some children with each call, and none at the end. */
const folder = (name: string, children: readonly { readonly name: string }[], perCall = 2) => ({
  isDirectory: true,
  name,
  createReader() {
    let at = 0;
    return {
      readEntries(resolve: (entries: unknown) => void) {
        resolve(children.slice(at, (at += perCall)));
      },
    };
  },
});

const dropping = (...entries: unknown[]) =>
  droppedFiles({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: [],
  } as unknown as DataTransfer);

const names = async (files: Promise<File[]>) => (await files).map(({ name }) => name);

test('dropped folders are read recursively and completely, sorted by name, without hidden files', async () => {
  const inner = folder('inner', [fileEntry('z.png')]);
  const outer = folder('shoes', [
    fileEntry('shoe-10.jpg'),
    fileEntry('.DS_Store'),
    fileEntry('.hidden.jpg'),
    folder('.cache', [fileEntry('old.jpg')]),
    fileEntry('shoe-2.jpg'),
    inner,
    fileEntry('Thumbs.db'),
    fileEntry('gone.jpg', false),
  ]);
  expect(await names(dropping(fileEntry('first.jpg'), outer))).toEqual([
    'first.jpg',
    'z.png',
    'shoe-2.jpg',
    'shoe-10.jpg',
  ]);
});

test('an image whose name begins with a dot is taken when it is dropped itself, and files of the system are not', async () => {
  const dropped = ['.png', '._shoe.jpg', 'Thumbs.db'].map((name) => fileEntry(name));
  expect(await names(dropping(...dropped, folder('shoes', [fileEntry('shoe.jpg')])))).toEqual(['.png', 'shoe.jpg']);
  const files = ['.png', 'desktop.ini'].map((name) => new File(['x'], name));
  expect(await names(droppedFiles({ items: [], files } as unknown as DataTransfer))).toEqual(['.png']);
});

test('files that are dropped without a folder arrive where the browser never opens their entries, as in WebKit', async () => {
  const files = ['b.png', '.DS_Store', 'a.png'].map((name) => new File(['x'], name));
  const entries = files.map(({ name }) => ({ isDirectory: false, name, file: () => undefined }));
  const transfer = { items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })), files };
  expect(await names(droppedFiles(transfer as unknown as DataTransfer))).toEqual(['b.png', 'a.png']);
});

test('files of a transfer without entries are returned unchanged', async () => {
  const files = [new File(['x'], 'a.png')];
  const transfer = { items: [{ kind: 'file', webkitGetAsEntry: () => null }], files };
  expect(await names(droppedFiles(transfer as unknown as DataTransfer))).toEqual(['a.png']);
});

test('hidden files of a picked folder and files of its hidden folders are left out', () => {
  const picked = ['b-10.png', 'desktop.ini', '.cache/old.png', 'b-9.png'].map((path) => {
    const file = new File(['x'], path.split('/').at(-1) ?? '');
    return Object.defineProperty(file, 'webkitRelativePath', { value: `.shoes/${path}` });
  });
  expect(withoutHidden(picked).map(({ name }) => name)).toEqual(['b-9.png', 'b-10.png']);
});
