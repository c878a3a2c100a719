import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createImageDocument } from '../document/image-document.ts';
import { currentVersion } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { createAutosave, type Autosave } from './autosave.ts';
import { beforeSaving } from './before-saving.ts';
import { openKey } from './tab-lock.ts';
import { createProjectStore, type ProjectStore, type SaveOutcome } from './project-store.ts';
import { bytesOf, draw, exampleSegmentation } from '../testing/example-project.ts';
import { writtenPng } from '../image/image-segmentation.ts';

let databaseName = '';
let store: ProjectStore;

beforeEach(() => {
  databaseName = `autosave-test-${crypto.randomUUID()}`;
  store = createProjectStore({ databaseName });
  sessionStorage.removeItem(openKey);
});

afterEach(() => {
  vi.restoreAllMocks();
  store.close();
  sessionStorage.removeItem(openKey);
  indexedDB.deleteDatabase(databaseName);
});

async function newDocument(name = 'cat.jpg') {
  const file = await draw('image/jpeg', '#c83214');
  return createImageDocument({ file, name, url: URL.createObjectURL(file) });
}

const colored = (color: string) => ({ ...initialState, background: { kind: 'color', color } as const });

async function rows() {
  const list = await store.list();
  return list.outcome === 'listed' ? list.images : [];
}

/** Simulates a reload: a new autosave reads only the store and the tab's marker. */
async function reload(before: Autosave) {
  const mark = sessionStorage.getItem(openKey);
  before.leave();
  if (mark) sessionStorage.setItem(openKey, mark);
  store.close();
  store = createProjectStore({ databaseName });
  const autosave = createAutosave(store);
  return { autosave, last: await autosave.reopenLast() };
}

test(
  'a reload restores the image, its result and its steps, and further steps are saved',
  { tags: ['long'] },
  async () => {
    const autosave = createAutosave(store);
    const [work, result] = [await newDocument(), await exampleSegmentation()];
    autosave.saveDocument(work, result);
    expect(autosave.stateOf(work).getState()).toBe('saving');
    await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
    work.history.commit('color', colored('#111111'));
    const id = work.addBackgroundImage(await draw('image/webp', '#00ff00'));
    work.history.commit('color', colored('#222222'));
    work.history.undo();
    // The page is left before the browser was idle.
    dispatchEvent(new Event('pagehide'));

    const { autosave: next, last } = await reload(autosave);
    if (last.outcome !== 'reopened') throw new Error(last.outcome);
    expect(last.isHistoryLost).toBe(false);
    expect(last.image.name).toBe('cat.jpg');
    expect(await bytesOf(await (await fetch(last.image.url)).blob())).toEqual(await bytesOf(work.image.file));
    expect(last.segmentation.matte).toEqual(result.matte);
    expect(last.segmentation.run).toEqual(result.run);
    expect([last.segmentation.cutout.width, last.segmentation.cutout.height]).toEqual([60, 40]);

    const again = last.document;
    expect(again.history.dump()).toEqual(work.history.dump());
    expect(again.backgroundImageIds()).toEqual([id]);
    next.saveDocument(again, last.segmentation);
    expect(next.stateOf(again).getState()).toBe('saved');
    again.history.redo();
    await vi.waitFor(async () =>
      expect(await store.load(sessionStorage.getItem(openKey) ?? '')).toMatchObject({
        project: { history: { at: 2 } },
      }),
    );
    expect(await rows()).toHaveLength(1);
    next.leave();
  },
);

test.each(['another image replaces the document', 'it is asked whether the work is safe'] as const)(
  'words that are being typed are committed and saved when %s',
  async (when) => {
    const autosave = createAutosave(store);
    const work = await newDocument();
    autosave.saveDocument(work, await exampleSegmentation());
    await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
    const typed = colored('#333333');
    work.history.preview(typed);
    // A field that is being typed in commits its words this way.
    const end = beforeSaving(() => work.history.getState().isPreview && work.history.commit('color', typed));
    const [{ id } = { id: '' }] = await rows();
    if (when === 'it is asked whether the work is safe') expect(await autosave.isWorkSafe()).toBe(true);
    else autosave.saveDocument(await newDocument('dog.jpg'), await exampleSegmentation());
    end();
    await vi.waitFor(async () => expect(await store.load(id)).toMatchObject({ project: { history: { at: 1 } } }));
    autosave.leave();
  },
);

test('a preview that is not committed is not saved', { tags: ['long'] }, async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const update = vi.spyOn(IDBObjectStore.prototype, 'put');
  work.history.preview(colored('#333333'));
  dispatchEvent(new Event('pagehide'));
  expect(update).not.toHaveBeenCalled();
  autosave.leave();
});

test('saves steps on its own when the browser is idle', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  work.history.commit('color', colored('#444444'));
  await vi.waitFor(async () => {
    const [row] = await rows();
    expect(await store.load(row?.id ?? '')).toMatchObject({ project: { history: { at: 1 } } });
  });
  autosave.leave();
});

test('a second result replaces the saved one in the same row', async () => {
  const autosave = createAutosave(store);
  const [work, first, closer] = [await newDocument(), await exampleSegmentation(), await exampleSegmentation()];
  autosave.saveDocument(work, first);
  autosave.saveDocument(work, first);
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  closer.matte.data.fill(9);
  autosave.saveDocument(work, closer);
  await vi.waitFor(async () => {
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    const loaded = await store.load(row?.id ?? '');
    expect(loaded.outcome === 'loaded' && loaded.project.matte.data[0]).toBe(9);
  });
  autosave.leave();
});

test('a cleared session stays empty after a reload, and its image can be reopened from the list', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  autosave.leave();
  const { autosave: next, last } = await reload(autosave);
  expect(last).toEqual({ outcome: 'missing' });
  const [row] = await rows();
  expect(row?.thumbnail.type).toBe('image/webp');
  expect(await next.reopen(row?.id ?? '')).toMatchObject({ outcome: 'reopened' });
});

test('opening another document saves the last step of the first one', async () => {
  const autosave = createAutosave(store);
  const [first, second, result] = [
    await newDocument('first.jpg'),
    await newDocument('second.jpg'),
    await exampleSegmentation(),
  ];
  autosave.saveDocument(first, result);
  await vi.waitFor(() => expect(autosave.stateOf(first).getState()).toBe('saved'));
  first.history.commit('color', colored('#555555'));
  autosave.saveDocument(second, result);
  await vi.waitFor(() => expect(autosave.stateOf(second).getState()).toBe('saved'));
  const kept = await rows();
  expect(kept.map(({ name }) => name).toSorted()).toEqual(['first.jpg', 'second.jpg']);
  const idOf = (wanted: string) => kept.find(({ name }) => name === wanted)?.id ?? '';
  expect(await store.load(idOf('first.jpg'))).toMatchObject({ project: { history: { at: 1 } } });
  expect(sessionStorage.getItem(openKey)).toBe(idOf('second.jpg'));
  autosave.leave();
});

test('a document that another tab removed stays removed, and its state is "gone"', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const other = createProjectStore({ databaseName });
  await other.removeAll();
  other.close();
  work.history.commit('color', colored('#666666'));
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('gone'));
  expect(await rows()).toEqual([]);
  expect(sessionStorage.getItem(openKey)).toBeNull();
  autosave.leave();
});

test(
  'an open image that is removed elsewhere is no longer saved, and is again once it is put back',
  { tags: ['long'] },
  async () => {
    const autosave = createAutosave(store);
    const work = await newDocument();
    autosave.saveDocument(work, await exampleSegmentation());
    work.history.commit('color', colored('#666666'));
    expect(await autosave.isWorkSafe()).toBe(true);
    const other = createProjectStore({ databaseName });
    const [row] = await rows();
    const removed = await other.remove(row?.id ?? '');
    await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('gone'));
    expect(await autosave.isWorkSafe()).toBe(false);
    work.history.commit('color', colored('#777777'));
    if (removed.outcome !== 'removed') throw new Error(removed.outcome);
    await removed.restore();
    other.close();
    await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
    await vi.waitFor(async () =>
      expect(await store.load(row?.id ?? '')).toMatchObject({ project: { history: { at: 2 } } }),
    );
    autosave.leave();
  },
);

test('a step that is saved while an earlier one does not fit is not taken for the whole document', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const { promise: refused, resolve: refuse } = Promise.withResolvers<SaveOutcome>();
  vi.spyOn(store, 'updateHistory').mockReturnValueOnce(refused);
  const id = work.addBackgroundImage(await draw('image/webp', '#00ff00'));
  work.history.commit('color', colored('#777777'));
  dispatchEvent(new Event('pagehide'));
  work.history.commit('color', colored('#888888'));
  dispatchEvent(new Event('pagehide'));
  const states: string[] = [];
  const stop = autosave.stateOf(work).subscribe((state) => states.push(state));
  refuse('full');
  await vi.waitFor(() => expect(states).toEqual(['full', 'saved']));
  stop();
  const [row] = await rows();
  expect(await store.load(row?.id ?? '')).toMatchObject({
    project: { history: { at: 2 }, backgroundImages: [{ id }] },
  });
  autosave.leave();
});

test('once the storage has space again, the next step saves everything that was missing', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const id = work.addBackgroundImage(await draw('image/webp', '#00ff00'));
  work.history.commit('color', colored('#777777'));
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('full'));
  vi.restoreAllMocks();
  work.history.commit('color', colored('#888888'));
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const [row] = await rows();
  expect(await store.load(row?.id ?? '')).toMatchObject({
    project: { history: { at: 2 }, backgroundImages: [{ id }] },
  });
  autosave.leave();
});

test('steps that fit do not hide that a better result did not, and it is saved once there is space', async () => {
  let now = Date.now();
  const autosave = createAutosave(store, () => now);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const [before] = await rows();
  const save = vi.spyOn(store, 'save').mockResolvedValue('full');
  const better = { ...(await exampleSegmentation()), png: writtenPng(await draw('image/png', '#00ff00')) };
  autosave.saveDocument(work, better);
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('full'));
  work.history.commit('color', colored('#454545'));
  await vi.waitFor(async () =>
    expect(await store.load(before?.id ?? '')).toMatchObject({ project: { history: { at: 1 } } }),
  );
  expect(autosave.stateOf(work).getState()).toBe('full');
  save.mockRestore();
  now += 10_000;
  work.history.commit('color', colored('#565656'));
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const loaded = await store.load(before?.id ?? '');
  if (loaded.outcome !== 'loaded') throw new Error(loaded.outcome);
  expect(await bytesOf(loaded.project.png)).toEqual(await bytesOf(await better.png.write()));
  autosave.leave();
});

test.each([
  ['ten seconds later', 10_000],
  ['when the clock was set back by a day', -86_400_000],
])('a document that did not fit into the storage is saved once there is space, %s', async (_, passedMs) => {
  let now = Date.now();
  const autosave = createAutosave(store, () => now);
  const work = await newDocument();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('full'));
  put.mockRestore();
  now += passedMs;
  work.history.commit('color', colored('#999999'));
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const [row] = await rows();
  expect(await store.load(row?.id ?? '')).toMatchObject({ project: { history: { at: 1 } } });
  autosave.leave();
});

test.each([
  ['an origin with Web Locks', () => undefined],
  ['an insecure origin', () => vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never)],
])(
  'a second tab with the same image continues on a copy, and each tab saves its own steps, on %s',
  { tags: ['long'] },
  async (_, prepare) => {
    prepare();
    const [one, other] = [createAutosave(store), createAutosave(store)];
    const work = await newDocument();
    one.saveDocument(work, await exampleSegmentation());
    await vi.waitFor(() => expect(one.stateOf(work).getState()).toBe('saved'));
    // A duplicated tab copies the session storage, and with it the id of the open image.
    const mark = sessionStorage.getItem(openKey) ?? '';
    const last = await other.reopenLast();
    if (last.outcome !== 'reopened') throw new Error(last.outcome);
    const copy = last.document;
    other.saveDocument(copy, last.segmentation);
    copy.history.commit('color', colored('#121212'));
    work.history.commit('color', colored('#343434'));
    const colorIn = async (id: string) => {
      const loaded = await store.load(id);
      const state = loaded.outcome === 'loaded' ? loaded.project.history.past.at(-1)?.state : undefined;
      return state?.background;
    };
    await vi.waitFor(async () => {
      const ids = (await rows()).map(({ id }) => id);
      const own = sessionStorage.getItem(openKey) ?? '';
      expect(ids.toSorted()).toEqual([mark, own].toSorted());
      expect(await colorIn(own)).toMatchObject({ color: '#121212' });
      expect(await colorIn(mark)).toMatchObject({ color: '#343434' });
    }, 5000);
    expect(other.stateOf(copy).getState()).toBe('saved');
    one.leave();
    other.leave();
  },
);

test.each([
  ['when the page is left', () => undefined],
  ['before', () => dispatchEvent(new Event('pagehide'))],
])(
  'an image that is opened again while slow storage takes its last step, begun %s, has that step',
  { tags: ['long'] },
  async (_, begin) => {
    const slowStore: ProjectStore = {
      ...store,
      async updateHistory(...given) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return await store.updateHistory(...given);
      },
    };
    const autosave = createAutosave(slowStore);
    const work = await newDocument();
    autosave.saveDocument(work, await exampleSegmentation());
    await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
    const id = sessionStorage.getItem(openKey) ?? '';
    work.history.commit('color', colored('#111111'));
    begin();
    autosave.leave();

    const again = await autosave.reopen(id);
    if (again.outcome !== 'reopened') throw new Error(again.outcome);
    expect(again.document.history.dump()).toEqual(work.history.dump());
    autosave.saveDocument(again.document, again.segmentation);
    again.document.history.commit('color', colored('#222222'));
    autosave.leave();
    await autosave.reopen(id);
    expect(await store.load(id)).toMatchObject({ project: { history: { at: 2 } } });
    expect(await rows()).toHaveLength(1);
  },
);

test('asks before the page is left only while steps would be lost', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  await store.removeAll();
  work.history.commit('color', colored('#111111'));
  expect(isAsked()).toBe(false);
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('gone'));
  expect(isAsked()).toBe(true);
  autosave.noteSaved(work, work.history.dump());
  expect(isAsked()).toBe(false);
  work.history.commit('color', colored('#222222'));
  expect(isAsked()).toBe(true);
  autosave.leave();
  expect(isAsked()).toBe(false);
});

test('saves the last step before the page is left, although the browser was not idle since', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const id = sessionStorage.getItem(openKey) ?? '';
  vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0);
  work.history.commit('color', colored('#111111'));
  dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await vi.waitFor(async () => expect(await store.load(id)).toMatchObject({ project: { history: { at: 1 } } }));
  autosave.leave();
});

test('a document is gone as soon as the browser has deleted the database, and leaving the page then asks', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  work.history.commit('color', colored('#111111'));
  expect(await autosave.isWorkSafe()).toBe(true);
  await deleteDB(databaseName);
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('gone'));
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  autosave.leave();
});

test('reports closed storage as the state "no-storage" and throws nothing', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError');
  });
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('no-storage'));
  work.history.commit('color', colored('#999999'));
  expect(sessionStorage.getItem(openKey)).toBeNull();
  autosave.leave();
});

test('a cutout of the wrong size is reported as damaged, and stays stored for another try', async () => {
  const autosave = createAutosave(store);
  const [work, result] = [await newDocument(), await exampleSegmentation()];
  autosave.saveDocument(work, { ...result, png: writtenPng(await draw('image/png', '#c83214', [30, 40])) });
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const id = sessionStorage.getItem(openKey);
  const { autosave: next, last } = await reload(autosave);
  expect(last).toEqual({ outcome: 'damaged' });
  expect((await rows()).map((row) => row.id)).toEqual([id]);
  expect(sessionStorage.getItem(openKey)).toBe(id);
  next.leave();
});

test('storage that cannot be read during a reload is read by the next reload', { tags: ['long'] }, async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const failing = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('not now', 'UnknownError');
  });
  const { last } = await reload(autosave);
  expect(last).toEqual({ outcome: 'no-storage' });
  failing.mockRestore();
  const reopened = await createAutosave(store).reopenLast();
  expect(reopened).toMatchObject({ outcome: 'reopened', isHistoryLost: false });
});

test('steps that cannot be read stay stored until new steps replace them', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const id = sessionStorage.getItem(openKey) ?? '';
  const unreadable = { version: currentVersion, edits: 'none', past: [], at: 0 };
  const database = await openDB(databaseName);
  await database.put('histories', unreadable, id);
  const { autosave: next, last } = await reload(autosave);
  if (last.outcome !== 'reopened') throw new Error(last.outcome);
  expect(last.isHistoryLost).toBe(true);
  next.saveDocument(last.document, last.segmentation);
  // By then every write that was under way has finished.
  await expect(next.isWorkSafe()).resolves.toBe(true);
  expect(await database.get('histories', id)).toEqual(unreadable);
  last.document.history.commit('color', colored('#555555'));
  await expect(next.isWorkSafe()).resolves.toBe(true);
  expect(await store.load(id)).toMatchObject({ isHistoryLost: false, project: { history: { at: 1 } } });
  database.close();
  next.leave();
});

test('a project of a newer version is not opened, and stays the open image of the tab for that version', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  const [row] = await rows();
  const database = await openDB(databaseName);
  await database.put('histories', { version: currentVersion + 1, layers: [] }, row?.id);
  database.close();
  const { autosave: next, last } = await reload(autosave);
  expect(last).toEqual({ outcome: 'newer-version' });
  expect(sessionStorage.getItem(openKey)).toBe(row?.id);
  expect(await rows()).toHaveLength(1);
  next.leave();
});

test('a reload restores an image that has no result yet, and the result replaces it', async () => {
  const autosave = createAutosave(store);
  const work = await newDocument();
  autosave.saveOriginal(work.image);
  await vi.waitFor(() => expect(autosave.stateOfOriginal(work.image)?.getState()).toBe('saved'));
  expect(await rows()).toMatchObject([{ name: 'cat.jpg', widthPx: 60, heightPx: 40, hasResult: false }]);

  const last = await createAutosave(store).reopenLast();
  if (last.outcome !== 'original') throw new Error(last.outcome);
  expect([last.image.name, last.resumes]).toEqual(['cat.jpg', 1]);
  expect(await bytesOf(last.image.file)).toEqual(await bytesOf(work.image.file));
  expect(await createAutosave(store).reopenLast()).toMatchObject({ outcome: 'original', resumes: 2 });

  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  expect(await rows()).toMatchObject([{ name: 'cat.jpg', hasResult: true }]);
  expect(await createAutosave(store).reopenLast()).toMatchObject({ outcome: 'reopened' });
  autosave.leave();
});

test('a reload keeps that an image was converted, without a result and with one', async () => {
  const autosave = createAutosave(store);
  const { image: own } = await newDocument();
  const conversion = {
    from: 'HEIC',
    to: 'JPEG',
    isFirstOfMany: false,
    isReduced: false,
    isApproximate: false,
  } as const;
  const image = { ...own, conversion };
  autosave.saveOriginal(image);
  await vi.waitFor(() => expect(autosave.stateOfOriginal(image)?.getState()).toBe('saved'));
  const next = createAutosave(store);
  const opened = await next.reopenLast();
  if (opened.outcome !== 'original') throw new Error(opened.outcome);
  expect(opened.image.isDerived).toBe(true);

  const work = createImageDocument(opened.image);
  next.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(next.stateOf(work).getState()).toBe('saved'));
  expect(await createAutosave(store).reopenLast()).toMatchObject({ outcome: 'reopened', image: { isDerived: true } });
  autosave.leave();
  next.leave();
});

test('removes an image that is replaced before it has a result, even one that is still being saved', async () => {
  const autosave = createAutosave(store);
  const [first, second] = [await newDocument('first.jpg'), await newDocument('second.jpg')];
  autosave.saveOriginal(first.image);
  await vi.waitFor(() => expect(autosave.stateOfOriginal(first.image)?.getState()).toBe('saved'));
  autosave.leave();
  autosave.saveOriginal(second.image);
  autosave.leave();
  await vi.waitFor(() => expect(autosave.stateOfOriginal(second.image)?.getState()).not.toBe('saving'));
  await vi.waitFor(async () => expect(await rows()).toEqual([]));
  expect(sessionStorage.getItem(openKey)).toBeNull();
});

test('work is safe once this device or a file of the user’s has all of it', async () => {
  const autosave = createAutosave(store);
  expect(await autosave.isWorkSafe()).toBe(false);
  const work = await newDocument();
  autosave.saveDocument(work, await exampleSegmentation());
  // The document is not saved yet, so that `isWorkSafe` waits for the write.
  expect(await autosave.isWorkSafe()).toBe(true);
  vi.spyOn(store, 'updateHistory').mockResolvedValue('full');
  work.history.commit('color', colored('#333333'));
  expect(await autosave.isWorkSafe()).toBe(false);
  autosave.noteSaved(work, work.history.dump());
  expect(await autosave.isWorkSafe()).toBe(true);
  work.history.commit('color', colored('#444444'));
  expect(await autosave.isWorkSafe()).toBe(false);
  autosave.leave();
});

test(
  'work is not safe while its last step is still being written, nor once that write fails',
  { tags: ['long'] },
  async () => {
    const autosave = createAutosave(store);
    const work = await newDocument();
    autosave.saveDocument(work, await exampleSegmentation());
    await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
    const { promise: written, resolve: end } = Promise.withResolvers<SaveOutcome>();
    const update = vi.spyOn(store, 'updateHistory').mockReturnValue(written);
    work.history.commit('color', colored('#555555'));
    dispatchEvent(new Event('pagehide'));
    expect(update).toHaveBeenCalledOnce();
    expect(await autosave.isWorkSafe()).toBe(false);
    const isSafe = autosave.isWorkSafe();
    end('full');
    expect(await isSafe).toBe(false);
    autosave.leave();
  },
);

/** Opens a file as the session does: first without a result, then with one. */
async function openFile(autosave: Autosave, file: Blob, name = 'cat.jpg') {
  const image = { file, name, url: URL.createObjectURL(file) };
  autosave.leave();
  autosave.saveOriginal(image);
  const earlier = autosave.earlierOf(image);
  const work = createImageDocument(image);
  autosave.saveDocument(work, await exampleSegmentation());
  await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
  return { work, earlier };
}

const at = async (id: string | undefined) => {
  const loaded = await store.load(id ?? '');
  return loaded.outcome === 'loaded' ? loaded.project.history.at : undefined;
};

test('recognises an edited file under another name, and leaves no second entry', async () => {
  const autosave = createAutosave(store);
  const file = await draw('image/jpeg', '#c83214');
  const { work } = await openFile(autosave, file);
  work.history.commit('color', colored('#111111'));
  await vi.waitFor(async () => expect(await at((await rows())[0]?.id)).toBe(1));
  const [first] = await rows();

  const again = await openFile(autosave, new Blob([file]), 'copy of cat.jpg');
  await vi.waitFor(() => expect(again.earlier?.getState()).toEqual({ kind: 'same', id: first?.id }));
  expect(await rows()).toHaveLength(2);
  const reopened = await autosave.reopen(first?.id ?? '');
  if (reopened.outcome !== 'reopened') throw new Error(reopened.outcome);
  autosave.saveDocument(reopened.document, reopened.segmentation);
  expect(reopened.document.history.getState().undoable).toBe('color');
  await vi.waitFor(async () => expect((await rows()).map(({ id }) => id)).toEqual([first?.id]));
  autosave.leave();
});

test('editing the same file again creates a second entry next to the first', async () => {
  const autosave = createAutosave(store);
  const file = await draw('image/jpeg', '#c83214');
  const { work } = await openFile(autosave, file);
  work.history.commit('color', colored('#111111'));
  const { work: anew } = await openFile(autosave, file);
  anew.history.commit('color', colored('#222222'));
  const other = await openFile(autosave, await draw('image/jpeg', '#0000ff'), 'dog.jpg');
  await vi.waitFor(async () => {
    const list = await rows();
    expect(list.map(({ name }) => name).toSorted()).toEqual(['cat.jpg', 'cat.jpg', 'dog.jpg']);
    const steps = await Promise.all(list.filter(({ name }) => name === 'cat.jpg').map(({ id }) => at(id)));
    expect(steps).toEqual([1, 1]);
  });
  expect(other.earlier?.getState()).toBeUndefined();
  autosave.leave();
});

test('opening a saved image in place of one without a result removes the row of the latter', async () => {
  const autosave = createAutosave(store);
  await openFile(autosave, await draw('image/jpeg', '#c83214'));
  const [first] = await rows();
  autosave.leave();
  const file = await draw('image/jpeg', '#0000ff');
  const image = { file, name: 'dog.jpg', url: URL.createObjectURL(file) };
  autosave.saveOriginal(image);
  await vi.waitFor(() => expect(autosave.stateOfOriginal(image)?.getState()).toBe('saved'));
  const reopened = await autosave.reopen(first?.id ?? '');
  if (reopened.outcome !== 'reopened') throw new Error(reopened.outcome);
  autosave.saveDocument(reopened.document, reopened.segmentation);
  await vi.waitFor(async () => expect((await rows()).map(({ name }) => name)).toEqual(['cat.jpg']));
  autosave.leave();
});

test('lists and opens a row of an earlier version, which has no hash', async () => {
  const autosave = createAutosave(store);
  await openFile(autosave, await draw('image/jpeg', '#c83214'));
  autosave.leave();
  const [row] = await rows();
  const database = await openDB(databaseName);
  const stored = (await database.get('photos', row?.id ?? '')) as object;
  const { contentHash: _, isThumbnailCurrent: __, ...old } = stored as Record<string, unknown>;
  await database.put('photos', old);
  database.close();
  expect(await rows()).toMatchObject([{ id: row?.id, isThumbnailCurrent: false }]);
  expect(await autosave.reopen(row?.id ?? '')).toMatchObject({ outcome: 'reopened' });
});

test('the thumbnail of the result replaces the cutout’s, until a step makes it outdated', async () => {
  const autosave = createAutosave(store);
  const { work } = await openFile(autosave, await draw('image/jpeg', '#c83214'));
  const picture = await draw('image/webp', '#00ff00');
  autosave.saveThumbnail(work, picture);
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ isThumbnailCurrent: true }]));
  expect(await bytesOf((await rows())[0]?.thumbnail)).toEqual(await bytesOf(picture));
  const { last } = await reload(autosave);
  if (last.outcome !== 'reopened') throw new Error(last.outcome);
  const next = createAutosave(store);
  const again = await next.reopen(sessionStorage.getItem(openKey) ?? '');
  if (again.outcome !== 'reopened') throw new Error(again.outcome);
  next.saveDocument(again.document, again.segmentation);
  expect(await bytesOf(next.thumbnailOf(again.document))).toEqual(await bytesOf(picture));
  again.document.history.commit('color', colored('#111111'));
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ isThumbnailCurrent: false }]));
  expect(next.thumbnailOf(again.document)).toBeUndefined();
  next.leave();
});
