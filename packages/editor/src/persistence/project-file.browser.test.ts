import JSZip from 'jszip';
import { expect, test } from 'vitest';

import { currentVersion } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { writeGreyPng } from './grey-png.ts';
import { openProject, readProject, writeProject } from './project-file.ts';
import { bytesOf, draw, heightPx, exampleProject, widthPx } from '../testing/example-project.ts';

test('a project opens as it was saved', async () => {
  const work = await exampleProject();
  const read = await readProject(await writeProject(work));
  expect(read).toMatchObject({ name: 'cat.jpg', facts: work.facts, history: work.history });
  expect(read.matte).toEqual(work.matte);
  expect(read.backgroundImages.map(({ id }) => id)).toEqual(['picture-2', 'picture-10']);
  for (const part of ['original', 'png'] as const) expect(await bytesOf(read[part])).toEqual(await bytesOf(work[part]));
  expect(await bytesOf(read.backgroundImages[1]?.blob)).toEqual(await bytesOf(work.backgroundImages[1]?.blob));
});

test('a project whose original was made from another file says so when it is opened', async () => {
  const [derived, own] = await Promise.all(
    [true, false].map(async (isDerived) => openProject(await writeProject({ ...(await exampleProject()), isDerived }))),
  );
  expect([derived?.image.isDerived, own?.image.isDerived]).toEqual([true, undefined]);
});

test('an opened project has an image, a segmentation and a document for the session', async () => {
  const {
    image: photo,
    segmentation: result,
    document,
  } = await openProject(await writeProject(await exampleProject()));
  expect(photo.name).toBe('cat.jpg');
  expect([result.widthPx, result.heightPx, result.cutout.width]).toEqual([widthPx, heightPx, widthPx]);
  expect(document.history.dump().at).toBe(1);
  result.cutout.close();
  URL.revokeObjectURL(photo.url);
});

/** Reads a project with a common zip library, as other programs do. */
async function unzipped(): Promise<JSZip> {
  return JSZip.loadAsync(await writeProject(await exampleProject()));
}

test('a zip program can unpack a project’s images and its description', async () => {
  const zip = await unzipped();
  expect(Object.keys(zip.files).toSorted()).toEqual([
    'cutout.png',
    'isola.json',
    'matte.png',
    'original.jpg',
    'pictures/1.webp',
    'pictures/2.jpg',
  ]);
  const json = JSON.parse((await zip.file('isola.json')?.async('text')) ?? '') as object;
  expect(json).toMatchObject({
    kind: 'isola-project',
    version: currentVersion,
    name: 'cat.jpg',
    original: 'original.jpg',
  });
});

test('opens a project that another program has packed again with an entry for the folder', async () => {
  const zip = await unzipped();
  zip.folder('pictures');
  const again = await zip.generateAsync({ type: 'blob', compression: 'DEFLATE' });
  expect(await readProject(again)).toMatchObject({ name: 'cat.jpg' });
});

test('a rotated image has the size in which it is displayed', async () => {
  // EXIF segment with one entry: orientation 6, a quarter turn.
  const exif = [
    0xff, 0xe1, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0,
    0, 0, 0,
  ];
  const plain = await bytesOf(await draw('image/jpeg', '#c83214', [heightPx, widthPx]));
  const original = new Blob([Uint8Array.from([...plain.slice(0, 2), ...exif, ...plain.slice(2)])]);
  const read = await readProject(await writeProject({ ...(await exampleProject()), original }));
  expect(read.matte.widthPx).toBe(widthPx);
});

test('a PNG that the editor has computed may be above the site’s size limit', { tags: ['long'] }, async () => {
  const png = await draw('image/png', '#c83214');
  const original = new Blob([png, new Uint8Array(11 * 1024 * 1024)]);
  const read = await readProject(await writeProject({ ...(await exampleProject()), original }));
  expect(read.original.size).toBe(original.size);
});

type Change = (zip: JSZip) => unknown;

async function changed(change: Change): Promise<Blob> {
  const zip = await unzipped();
  await change(zip);
  return zip.generateAsync({ type: 'blob', compression: 'DEFLATE' });
}

const editJson = (edit: (json: Record<string, unknown>) => unknown) => async (zip: JSZip) => {
  const json = JSON.parse((await zip.file('isola.json')?.async('text')) ?? '') as Record<string, unknown>;
  edit(json);
  zip.file('isola.json', JSON.stringify(json));
};

const foreignHistory = {
  version: currentVersion,
  edits: [],
  past: [{ state: { ...initialState, background: { kind: 'hologram' } }, edits: [] }],
  at: 0,
};

test.each<[string, string, Change]>([
  ['an entry outside of its folder', 'damaged-file', (zip) => zip.file('../evil.txt', 'x')],
  ['an unexpected entry', 'damaged-file', (zip) => zip.file('readme.txt', 'x')],
  ['too many entries', 'too-large', (zip) => Array.from({ length: 200 }, (_, at) => zip.file(`${at}`, ''))],
  [
    'an original that unpacks to 81 MB',
    'too-large',
    (zip) => zip.file('original.jpg', new Uint8Array(81 * 1024 * 1024)),
  ],
  ['a description that unpacks to 17 MB', 'too-large', (zip) => zip.file('isola.json', ' '.repeat(17 * 1024 * 1024))],
  [
    'an original above the site’s size limit',
    'too-large',
    async (zip) => {
      const jpeg = await draw('image/jpeg', '#c83214');
      // Comments before the end of the JPEG count as part of the image. Data after its end would not count.
      const comment = Uint8Array.of(0xff, 0xfe, 0xff, 0xff, ...new Uint8Array(65_533));
      const comments = Array.from({ length: 161 }, () => comment);
      zip.file('original.jpg', new Blob([jpeg.slice(0, 2), ...comments, jpeg.slice(2)]));
    },
  ],
  ['a missing description', 'not-a-project', (zip) => zip.remove('isola.json')],
  ['another kind of description', 'not-a-project', editJson((json) => (json['kind'] = 'book'))],
  ['a newer version', 'newer-version', editJson((json) => (json['version'] = currentVersion + 1))],
  ['a background of another editor', 'unknown-kind', editJson((json) => (json['history'] = foreignHistory))],
  ['an original whose name is a path', 'damaged-file', editJson((json) => (json['original'] = '../original.jpg'))],
  ['an invalid history', 'damaged-file', editJson((json) => (json['history'] = { edits: [], past: [], at: 0 }))],
  ['invalid facts', 'damaged-file', editJson((json) => (json['facts'] = {}))],
  ['a description that is not JSON', 'damaged-file', (zip) => zip.file('isola.json', '{')],
  ['a missing matte', 'damaged-file', (zip) => zip.remove('matte.png')],
  ['a missing cutout', 'damaged-file', (zip) => zip.remove('cutout.png')],
  ['a missing background image', 'damaged-file', (zip) => zip.remove('pictures/2.jpg')],
  ['text instead of an original', 'damaged-file', (zip) => zip.file('original.jpg', 'words')],
  ['text instead of a background image', 'damaged-file', (zip) => zip.file('pictures/1.webp', 'words')],
  [
    'a matte of another size',
    'damaged-file',
    async (zip) =>
      zip.file('matte.png', await writeGreyPng({ data: new Uint8ClampedArray(6), widthPx: 3, heightPx: 2 })),
  ],
  [
    'a cutout of another size',
    'damaged-file',
    async (zip) => zip.file('cutout.png', await draw('image/png', '#c83214', [40, 60])),
  ],
  [
    'a JPEG instead of a cutout',
    'damaged-file',
    async (zip) => zip.file('cutout.png', await draw('image/jpeg', '#c83214')),
  ],
  [
    'a cutout without an alpha channel',
    'damaged-file',
    async (zip) => zip.file('cutout.png', await writeGreyPng((await exampleProject()).matte)),
  ],
])('refuses a project with %s: %s', { tags: ['long'] }, async (_, code, change) => {
  await expect(readProject(await changed(change))).rejects.toMatchObject({ code });
});

/** Returns the bytes of a compressed project, a view of them, and the offset of the zip's directory. */
async function raw(): Promise<{ bytes: Uint8Array<ArrayBuffer>; view: DataView; directory: number }> {
  const bytes = new Uint8Array(await (await changed(() => undefined)).arrayBuffer());
  const view = new DataView(bytes.buffer);
  return { bytes, view, directory: view.getUint32(bytes.length - 6, true) };
}

test.each<[string, string, (zip: Awaited<ReturnType<typeof raw>>) => unknown]>([
  [
    'an entry whose declared size is too small',
    'damaged-file',
    ({ view, directory }) => view.setUint32(directory + 24, 10, true),
  ],
  [
    'an entry whose declared size is too large',
    'damaged-file',
    ({ view, directory }) => view.setUint32(directory + 24, 9_000_000, true),
  ],
  ['an entry with a wrong checksum', 'damaged-file', ({ view, directory }) => view.setUint32(directory + 16, 1, true)],
  [
    'an entry of an unknown compression method',
    'damaged-file',
    ({ view, directory }) => view.setUint16(directory + 10, 93, true),
  ],
  ['an encrypted entry', 'damaged-file', ({ view, directory }) => view.setUint16(directory + 8, 1, true)],
  [
    'an entry that overlaps the directory',
    'damaged-file',
    ({ view, directory }) => view.setUint32(directory + 42, directory - 30, true),
  ],
  [
    'fewer entries than the directory has',
    'damaged-file',
    ({ view, bytes }) => view.setUint16(bytes.length - 12, 2, true),
  ],
  [
    'more entries than the directory has',
    'damaged-file',
    ({ view, bytes }) => view.setUint16(bytes.length - 12, 9, true),
  ],
  ['a directory elsewhere', 'damaged-file', ({ view, bytes }) => view.setUint32(bytes.length - 6, 0, true)],
  ['no directory', 'damaged-file', ({ bytes }) => bytes.fill(0, bytes.length - 22)],
  ['another beginning', 'not-a-project', ({ bytes }) => bytes.fill(0, 0, 4)],
])('refuses a zip with %s: %s', async (_, code, damage) => {
  const zip = await raw();
  damage(zip);
  await expect(readProject(new Blob([zip.bytes]))).rejects.toMatchObject({ code });
});

test('refuses a zip with two entries of one name', async () => {
  const zip = await raw();
  const text = new TextDecoder('latin1').decode(zip.bytes);
  // The last occurrence is in the directory, so that only the directory has the name twice.
  const at = text.lastIndexOf('pictures/2.jpg');
  zip.bytes.set(new TextEncoder().encode('pictures/1.jpg'), at);
  await expect(readProject(new Blob([zip.bytes]))).rejects.toMatchObject({ code: 'damaged-file' });
});

/** Draws noise, whose PNG is about as large as its pixels. */
async function noise(sidePx: number): Promise<Blob> {
  const data = new Uint8ClampedArray(sidePx * sidePx * 4);
  for (let at = 0; at < data.length; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
  const canvas = new OffscreenCanvas(sidePx, sidePx);
  canvas.getContext('2d')?.putImageData(new ImageData(data, sidePx), 0, 0);
  return canvas.convertToBlob();
}

test('a project opens again with an added subject that is larger than a file may be', { tags: ['long'] }, async () => {
  const work = await exampleProject();
  const subject = await noise(1800);
  expect(subject.size).toBeGreaterThan(10 * 1024 * 1024);
  const backgroundImages = [...work.backgroundImages, { id: 'subject', blob: subject }];
  const read = await readProject(await writeProject({ ...work, backgroundImages }));
  expect(read.backgroundImages.at(-1)).toMatchObject({ id: 'subject', blob: { size: subject.size } });
});

test('does not write a project that could not be opened again', { tags: ['long'] }, async () => {
  const work = await exampleProject();
  const png = new Blob([work.png, new Uint8Array(81 * 1024 * 1024)]);
  await expect(writeProject({ ...work, png })).rejects.toMatchObject({ code: 'too-large' });
  const tooWide = { centerX: 0, centerY: 0, widthPx: 71_111, heightPx: 40_000, angleDeg: 0, mirrored: false };
  const history = { past: [{ state: { ...initialState, crop: tooWide }, step: undefined }], at: 0 };
  await expect(writeProject({ ...work, history })).rejects.toMatchObject({ code: 'too-large' });
});

test('a state that could not be read again is left out, and the others are written', async () => {
  const work = await exampleProject();
  const tooWide = { centerX: 0, centerY: 0, widthPx: 71_111, heightPx: 40_000, angleDeg: 0, mirrored: false };
  const past = [...work.history.past, { state: { ...initialState, crop: tooWide }, step: 'center' as const }];
  const read = await readProject(await writeProject({ ...work, history: { past, at: 3 } }));
  expect(read.history).toEqual({ past: work.history.past, at: 2 });
});
