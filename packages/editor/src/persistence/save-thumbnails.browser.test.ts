import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createImageDocument } from '../document/image-document.ts';
import { createEditor, type Editor } from '../editor.ts';
import { segmentationOf } from '../testing/example-project.ts';
import { createAutosave } from './autosave.ts';
import { createProjectStore, type ProjectStore } from './project-store.ts';
import { saveThumbnails } from './save-thumbnails.ts';

const [widthPx, heightPx] = [1200, 800];

let databaseName = '';
let store: ProjectStore;
let end: () => void = () => undefined;

beforeEach(() => {
  databaseName = `thumbnails-test-${crypto.randomUUID()}`;
  store = createProjectStore({ databaseName });
});

afterEach(() => {
  end();
  vi.restoreAllMocks();
  store.close();
  indexedDB.deleteDatabase(databaseName);
});

/** Opens a red image whose right two thirds are the subject. */
async function openExample(): Promise<Editor> {
  const [file, png] = await Promise.all([redFrom(0), redFrom(400)]);
  const document = createImageDocument({ file, name: 'cat.png', url: URL.createObjectURL(file) });
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 400 ? 0 : 255));
  const segmentation = await segmentationOf(png, { data, widthPx, heightPx });
  const autosave = createAutosave(store);
  autosave.saveDocument(document, segmentation);
  const editor = createEditor({ document, segmentation, autosave });
  await editor.prepare();
  end = saveThumbnails(editor);
  return editor;
}

function redFrom(x: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ff0000';
  context.fillRect(x, 0, widthPx, heightPx);
  return canvas.convertToBlob();
}

/**
 * @returns the saved thumbnail once it shows the result: its size, and a function for the colour in the middle row at a
 *   share of the width.
 */
async function savedThumbnail() {
  const row = await vi.waitFor(async () => {
    const list = await store.list();
    const [saved] = list.outcome === 'listed' ? list.images : [];
    if (!saved?.isThumbnailCurrent) throw new Error('there is no thumbnail of the result');
    return saved;
  });
  const bitmap = await createImageBitmap(row.thumbnail);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const at = (share: number) => [
    ...(context?.getImageData(Math.round(bitmap.width * share), Math.round(bitmap.height / 2), 1, 1).data ?? []),
  ];
  return { width: bitmap.width, height: bitmap.height, at };
}

/** Allows for the loss of the WebP encoder. */
function expectNear(color: readonly number[], expected: readonly number[]): void {
  for (const [at, value] of expected.entries()) expect(Math.abs((color[at] ?? 0) - value)).toBeLessThan(12);
}

test(
  'a thumbnail shows background and crop, is small, and is saved once for several steps',
  { tags: ['long'] },
  async () => {
    const { document } = await openExample();
    const updated = vi.spyOn(store, 'updateThumbnail');
    const { history } = document;
    const change = (changes: object) => history.commit('color', { ...history.getState().state, ...changes });
    change({ background: { kind: 'color', color: '#00ff00' } });
    change({ background: { kind: 'color', color: '#0000ff' } });
    // The crop is the left two thirds: half of it is background, half subject.
    change({ crop: { centerX: 400, centerY: 400, widthPx: 800, heightPx: 800, angleDeg: 0, mirrored: false } });
    const { width, height, at } = await savedThumbnail();
    expect([width, height]).toEqual([480, 480]);
    expectNear(at(0.25), [0, 0, 255, 255]);
    expectNear(at(0.75), [255, 0, 0, 255]);
    expect(updated).toHaveBeenCalledOnce();
  },
);

test(
  'the thumbnail of a cutout without a background is transparent next to the subject',
  { tags: ['long'] },
  async () => {
    await openExample();
    const { width, height, at } = await savedThumbnail();
    expect([width, height]).toEqual([480, 320]);
    expect(at(0.15)[3]).toBe(0);
    expectNear(at(0.8), [255, 0, 0, 255]);
  },
);
