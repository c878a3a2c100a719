import { createStore } from 'zustand/vanilla';

import type { AddOutcome, Batch, BatchItem, BatchState } from '../../batch.ts';
import { defaultBatchPreset } from '../../preset/batch-preset.ts';

export interface FakeOptions extends Partial<BatchState> {
  /** Maximum number of items that `add` accepts. */
  readonly maxItems?: number;
  /** URLs of the thumbnails. They are assigned to the items in turn. */
  readonly pictures?: readonly string[];
}

/** A batch for stories and tests of the React binding. It changes its list at once and processes no images. */
export interface FakeBatch extends Batch {
  readonly setState: (state: Partial<BatchState>) => void;
  /** Replaces one item. */
  readonly change: (id: string, change: (item: BatchItem) => BatchItem) => void;
}

export function createFakeBatch({ maxItems = 50, pictures = [], ...state }: FakeOptions = {}): FakeBatch {
  const { setState, ...store } = createStore<BatchState>(() => ({
    isReady: true,
    waitsFor: undefined,
    items: [],
    preset: defaultBatchPreset,
    activity: { kind: 'idle' },
    pace: undefined,
    storage: 'saved',
    restoredCount: 0,
    unreadableCount: 0,
    deletedCount: 0,
    isPresetLost: false,
    lesson: undefined,
    alike: [],
    ...state,
  }));
  const { getState } = store;
  let nextId = 1;
  const change: FakeBatch['change'] = (id, changed) =>
    setState({ items: getState().items.map((item) => (item.id === id ? changed(item) : item)) });
  const decideLesson = (ids?: readonly string[]): Promise<void> => {
    const items = getState().items.map(({ isTaught, ...item }): BatchItem => {
      const isKept = isTaught && ids && !ids.includes(item.id);
      return isKept ? { ...item, isTaught } : item;
    });
    const changed = items.filter(({ isTaught }) => isTaught).length;
    setState({ items, lesson: changed > 0 ? { state: 'applied', changed, failed: 0 } : undefined });
    return Promise.resolve();
  };
  const pictureOf = async (id: string): Promise<Blob | undefined> => {
    const index = getState().items.findIndex((item) => item.id === id);
    const url = pictures[index % pictures.length];
    return url === undefined ? undefined : (await fetch(url)).blob();
  };
  const fileOf = async (id: string): Promise<File> => {
    const picture = await pictureOf(id);
    if (!picture) throw new DOMException('this fake batch has no files', 'NotFoundError');
    return new File([picture], id, { type: picture.type });
  };
  return {
    ...store,
    setState,
    change,
    add(files) {
      const { items } = getState();
      const room = Math.max(0, maxItems - items.length);
      const added = files.slice(0, room).map(({ name, size }) => ({
        id: `added-${nextId++}`,
        name,
        sizeBytes: size,
        hasOverride: false,
        state: 'waiting' as const,
      }));
      setState({ items: [...items, ...added] });
      const outcome: AddOutcome = {
        addedIds: added.map(({ id }) => id),
        refused: [],
        overMaximum: files.slice(room).map(({ name }) => name),
        withoutFilm: [],
        duplicates: [],
      };
      return Promise.resolve(outcome);
    },
    remove(ids) {
      const { items } = getState();
      setState({ items: items.filter(({ id }) => !ids.includes(id)) });
      return Promise.resolve({
        restore() {
          setState({ items });
          return Promise.resolve();
        },
      });
    },
    clear() {
      setState({ items: [] });
      return Promise.resolve();
    },
    move(id, index) {
      const { items } = getState();
      const moved = items.filter((item) => item.id === id);
      setState({ items: items.filter((item) => item.id !== id).toSpliced(index, 0, ...moved) });
    },
    setLayerNames: () => undefined,
    pause: () => setState({ activity: { kind: 'paused', reason: 'user' } }),
    resume: () => setState({ activity: { kind: 'running' } }),
    retry(ids) {
      const isMeant = (item: BatchItem) =>
        item.state === 'processed' && item.outcome === 'failed' && (!ids || ids.includes(item.id));
      setState({
        items: getState().items.map((item) =>
          isMeant(item)
            ? {
                id: item.id,
                name: item.name,
                sizeBytes: item.sizeBytes,
                hasOverride: item.hasOverride,
                state: 'waiting' as const,
              }
            : item,
        ),
      });
    },
    readAgain: () => Promise.resolve(),
    openAgain: () => setState({ waitsFor: 'storage' }),
    openUnsaved: () => setState({ isReady: true, waitsFor: undefined, storage: 'no-storage' }),
    setPreset: (preset) => setState({ preset }),
    accept: (id) =>
      change(id, (item) => (item.state === 'processed' && item.outcome === 'done' ? { ...item, doubts: [] } : item)),
    setTransparency: (ids) => setState({ items: getState().items.filter(({ id }) => !ids.includes(id)) }),
    original: fileOf,
    result: fileOf,
    receipts: () => () => Promise.reject(new DOMException('this fake batch has no files', 'NotFoundError')),
    holdResults: () => () => undefined,
    thumbnail: pictureOf,
    preview: () => Promise.resolve(undefined),
    // The promise never settles, so the item appears to be opening.
    openItem: () => new Promise(() => undefined),
    removeOverride(id) {
      change(id, (item) => ({ ...item, hasOverride: false }));
      const restore = () => Promise.resolve(change(id, (item) => ({ ...item, hasOverride: true })));
      return Promise.resolve({ restore });
    },
    applyToAll: () => Promise.resolve({ restore: () => Promise.resolve() }),
    applyToAlike: () => Promise.resolve({ restore: () => Promise.resolve() }),
    nameAlike: () => Promise.resolve({ restore: () => Promise.resolve() }),
    dismissAlike: (key) => setState({ alike: getState().alike.filter((each) => each.key !== key) }),
    teach: () => Promise.resolve(),
    retryLesson() {
      const { lesson } = getState();
      if (lesson?.state === 'applied')
        setState({ lesson: { state: 'applying', tried: 0, total: lesson.failed, changed: lesson.changed } });
    },
    stopTeaching: () => setState({ lesson: undefined }),
    keepLesson: decideLesson,
    undoLesson: decideLesson,
    async lessonView(id) {
      return fileOf(id);
    },
    dispose: () => undefined,
  };
}

/** Description of a list of fake items. */
export interface FakeItems {
  readonly count: number;
  /** Number of processed items at the beginning. The two items after them are being processed. */
  readonly processed: number;
  /** Makes every n-th processed item a failed one. 0 for none. */
  readonly failedEvery?: number;
  /** Makes every n-th processed item a doubtful one. 0 for none. */
  readonly doubtfulEvery?: number;
}

const kinds = ['touches-frame', 'several-subjects', 'half-transparent', 'low-confidence', 'empty'] as const;
const codes = ['damaged-image', 'out-of-memory', 'processing-failed'] as const;
const names = ['shoe', 'mug-teal', 'chair-oak', 'IMG_20260412_093312', 'lamp', 'basket-with-a-rather-long-name-front'];

export function fakeItems({ count, processed, failedEvery = 0, doubtfulEvery = 0 }: FakeItems): BatchItem[] {
  return Array.from({ length: count }, (_, index): BatchItem => {
    const number = String(index + 1).padStart(3, '0');
    const name = `${names[index % names.length]}-${number}.jpg`;
    const item = {
      id: `item-${index + 1}`,
      name,
      sizeBytes: 1_400_000 + ((index * 377_000) % 3_100_000),
      hasOverride: index % 17 === 5,
    };
    if (index >= processed + 2) return { ...item, state: 'waiting' };
    if (index >= processed)
      return { ...item, state: 'processing', step: 'segmenting', share: index === processed ? 0.63 : 0.2 };
    if (failedEvery > 0 && index % failedEvery === failedEvery - 1) {
      const code = codes[index % codes.length] ?? 'processing-failed';
      return { ...item, state: 'processed', outcome: 'failed', failure: { code } };
    }
    const kind = kinds[index % kinds.length] ?? 'empty';
    const isDoubtful = doubtfulEvery > 0 && index % doubtfulEvery === doubtfulEvery - 1;
    return {
      ...item,
      state: 'processed',
      outcome: 'done',
      doubts: isDoubtful ? [{ kind }] : [],
      isOutdated: false,
      result: {
        fileName: name.replace('.jpg', '-cutout.png'),
        type: 'image/png',
        sizeBytes: 320_000 + ((index * 91_000) % 700_000),
        widthPx: 1600,
        heightPx: 1200,
        durationMs: 2100,
      },
    };
  });
}
