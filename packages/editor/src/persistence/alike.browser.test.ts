import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createImageDocument, type ImageDocument } from '../document/image-document.ts';
import { createEditor } from '../editor.ts';
import type { Edit } from '../model/edit.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { drawLamp, type Lamp, lampBox } from '../testing/draw-lamp.ts';
import { bytesOf, draw } from '../testing/example-project.ts';
import { type Autosave, createAutosave } from './autosave.ts';
import { createProjectStore, type ProjectStore } from './project-store.ts';
import { openKey } from './tab-lock.ts';
import { takeOverSettings } from './take-over-settings.ts';

const dayMs = 86_400_000;

let databaseName = '';
let now = 0;
let store: ProjectStore;
let autosave: Autosave;

beforeEach(() => {
  databaseName = `alike-test-${crypto.randomUUID()}`;
  now = Date.UTC(2026, 10, 1);
  store = createProjectStore({ databaseName, now: () => now });
  autosave = createAutosave(store, () => now);
});

afterEach(() => {
  autosave.leave();
  store.close();
  sessionStorage.removeItem(openKey);
  indexedDB.deleteDatabase(databaseName);
});

async function rows() {
  const list = await store.list();
  return list.outcome === 'listed' ? list.images : [];
}

const rowOf = async (name: string) => (await rows()).find((row) => row.name === name);

/** Opens a photo of a lamp and gives it its result. */
async function open(name: string, lamp?: Lamp) {
  autosave.leave();
  const { file, segmentation } = await drawLamp(lamp);
  const image = { file, name, url: URL.createObjectURL(file) };
  autosave.saveOriginal(image);
  const document = createImageDocument(image);
  autosave.saveDocument(document, segmentation);
  // Saved work is searched before the fingerprint is saved.
  await vi.waitFor(async () => expect((await rowOf(name))?.fingerprint).toBeDefined());
  return { image, document, segmentation, earlier: autosave.earlierOf(image)?.getState() };
}

/** Commits a step, and waits until it is saved. */
async function edit(document: ImageDocument, changes: Partial<DocumentState>): Promise<void> {
  now += 1000;
  document.history.commit('color', { ...document.history.getState().state, ...changes });
  await autosave.isWorkSafe();
  expect(autosave.stateOf(document).getState()).toBe('saved');
}

const blue: Partial<DocumentState> = { background: { kind: 'color', color: '#2255ee' } };
/** Crop of the lamp of scale 1: 8 px free on the left, 12 px on the right. */
const crop = { centerX: 42, centerY: 45, widthPx: 60, heightPx: 70, angleDeg: 0, mirrored: false };

test(
  'an edited copy of another size, encoding and name is found, and its work continues',
  { tags: ['long'] },
  async () => {
    const first = await open('lamp.png', { scale: 3 });
    await edit(first.document, blue);
    const { earlier } = await open('small.jpg', { type: 'image/jpeg' });
    expect(earlier).toMatchObject({ kind: 'copy', id: (await rowOf('lamp.png'))?.id, name: 'lamp.png' });
    const reopened = await autosave.reopen(earlier?.id ?? '');
    expect(reopened.outcome === 'reopened' && reopened.document.history.dump().at).toBe(1);
  },
);

test(
  'a copy that was not edited, a sister without a look, and another thing are not offered',
  { tags: ['long'] },
  async () => {
    await open('lamp.png');
    const erased: Edit = { kind: 'fill-inside' };
    const side = await open('side.png', { leftPx: 40, background: '#466e32' });
    await edit(side.document, { matte: { ...initialState.matte, edits: [erased] } });
    const other = await open('vase.png', { shade: '#c03030', background: '#101010' });
    await edit(other.document, blue);
    expect((await open('copy.jpg', { type: 'image/jpeg' })).earlier).toBeUndefined();
  },
);

test(
  'the same file comes before a copy, and a copy before a sister that was changed later',
  { tags: ['long'] },
  async () => {
    await edit((await open('lamp.png')).document, blue);
    await edit((await open('large.png', { scale: 2 })).document, blue);
    await edit((await open('side.png', { leftPx: 40, background: '#466e32' })).document, blue);
    const same = await open('again.png');
    expect(same.earlier).toEqual({ kind: 'same', id: (await rowOf('lamp.png'))?.id });
    const copy = await open('copy.jpg', { type: 'image/jpeg' });
    expect(copy.earlier).toMatchObject({ kind: 'copy', name: 'large.png' });
  },
);

test('expired work and work whose fingerprint is of another version are not offered', { tags: ['long'] }, async () => {
  await edit((await open('lamp.png')).document, blue);
  autosave.leave();
  const database = await openDB(databaseName);
  const [id = ''] = (await rows()).map((row) => row.id);
  const row = (await database.get('photos', id)) as object;
  await database.put('photos', { ...row, fingerprint: new Float32Array(7) });
  expect((await open('copy.jpg', { type: 'image/jpeg' })).earlier).toBeUndefined();
  await store.remove((await rowOf('copy.jpg'))?.id ?? '');
  // The row without a usable fingerprint can still be opened, and then gets one.
  const reopened = await autosave.reopen(id);
  if (reopened.outcome !== 'reopened') throw new Error(reopened.outcome);
  autosave.saveDocument(reopened.document, reopened.segmentation);
  await vi.waitFor(async () => expect((await rowOf('lamp.png'))?.fingerprint).toBeDefined());
  expect((await open('copy.jpg', { type: 'image/jpeg' })).earlier).toMatchObject({ kind: 'copy', id });
  await store.remove((await rowOf('copy.jpg'))?.id ?? '');
  now += 7 * dayMs;
  expect((await open('late.jpg', { type: 'image/jpeg' })).earlier).toBeUndefined();
  database.close();
});

test('a fingerprint does not count as a change, and is deleted with its image', async () => {
  const { document } = await open('lamp.png');
  const row = await rowOf('lamp.png');
  now += 5000;
  await store.saveFingerprint(row?.id ?? '', new Float32Array(row?.fingerprint ?? []));
  expect(await rowOf('lamp.png')).toEqual(row);
  await edit(document, blue);
  expect((await rowOf('lamp.png'))?.fingerprint).toEqual(row?.fingerprint);
  autosave.leave();
  expect(await store.removeAll()).toBe('removed');
  const database = await openDB(databaseName);
  expect(await Promise.all([...database.objectStoreNames].map((name) => database.count(name)))).toEqual([0, 0, 0, 0]);
  expect(await store.saveFingerprint(row?.id ?? '', new Float32Array(row?.fingerprint ?? []))).toBe('gone');
  database.close();
});

/** Opens a lamp with a background image, a crop and a shadow, and then a sister of twice its size. */
async function openSisters() {
  const first = await open('front.png');
  const picture = await draw('image/webp', '#00ff00');
  const id = first.document.addBackgroundImage(picture);
  const background = { kind: 'picture', id, fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const light = { ...initialState.light, contact: 70 };
  await edit(first.document, { background, crop, light });
  const second = await open('side.png', { scale: 2, leftPx: 45, background: '#466e32' });
  const editor = createEditor(second);
  return { second, editor, picture, background, light };
}

test(
  'a sister hands its background image, crop and shadow over as one step that is undone',
  { tags: ['long'] },
  async () => {
    const { second, editor, picture, background, light } = await openSisters();
    expect(second.earlier).toMatchObject({ kind: 'sister', name: 'front.png' });
    expect(await takeOverSettings(store, second.earlier?.id ?? '', editor)).toBe('taken-over');
    const { history } = second.document;
    const { state } = history.getState();
    expect(state).toMatchObject({ background, light });
    // The lamp is twice as large, so that its margins are too: 16 px on the left, 24 px on the right, 20 px above.
    const box = { left: 45 * 2, top: lampBox.topPx * 2, right: (45 + lampBox.widthPx) * 2 };
    expect(state.crop).toMatchObject({ widthPx: 120, heightPx: 140 });
    expect(state.crop?.centerX).toBeCloseTo((box.left - 16 + box.right + 24) / 2, 1);
    expect(state.crop?.centerY).toBeCloseTo(box.top - 20 + 70, 1);
    expect(await bytesOf(second.document.backgroundImage(background.id))).toEqual(await bytesOf(picture));
    await autosave.isWorkSafe();
    const saved = await store.load((await rowOf('side.png'))?.id ?? '');
    expect(saved.outcome === 'loaded' && saved.project.backgroundImages.map(({ id }) => id)).toEqual([background.id]);
    history.undo();
    expect(history.getState()).toMatchObject({ state: initialState, undoable: undefined });
    editor.dispose();
  },
);

test('an image that was deleted meanwhile hands nothing over', { tags: ['long'] }, async () => {
  const { second, editor } = await openSisters();
  await store.remove(second.earlier?.id ?? '');
  expect(await takeOverSettings(store, second.earlier?.id ?? '', editor)).toBe('missing');
  expect(second.document.history.getState().undoable).toBeUndefined();
  editor.dispose();
});
