import {
  builtInRegistries,
  createDocumentSchema,
  type EditorRegistries,
  type FindFaces,
  findFaces as findFacesInImage,
  prepareSaving,
} from '@isola/editor';
import type { Segmenter } from '@isola/segmenter';
import { createStore } from 'zustand/vanilla';

import type { Batch, BatchState } from './batch.ts';
import type { BatchParts } from './batch-parts.ts';
import { createAlikeChanges } from './editing/create-alike-changes.ts';
import { createAlikeNotes } from './items/create-alike-notes.ts';
import { createFingerprinting } from './thumbnails/create-fingerprinting.ts';
import { createItemEditing } from './editing/create-item-editing.ts';
import { createFileImport } from './import/create-file-import.ts';
import { entryOf } from './items/batch-entry.ts';
import { createItemFiles } from './methods/create-item-files.ts';
import { createItemPreviews } from './methods/create-item-previews.ts';
import { createItemReceipts } from './methods/create-item-receipts.ts';
import { createItemRemoval } from './methods/create-item-removal.ts';
import { createItems } from './items/create-items.ts';
import { createPublisher } from './items/create-publisher.ts';
import { createReprocessing } from './methods/create-reprocessing.ts';
import { createStoringAgain } from './methods/create-storing-again.ts';
import { createItemCompositors } from './pipeline/create-item-compositors.ts';
import { createItemFaces } from './pipeline/item-faces.ts';
import { renderEntry } from './pipeline/render-entry.ts';
import { segmentEntry } from './pipeline/segment-entry.ts';
import { type BatchPreset, defaultBatchPreset } from './preset/batch-preset.ts';
import { createCurrentPreset } from './preset/create-current-preset.ts';
import { createPace } from './activity/create-pace.ts';
import { createPauses } from './activity/create-pauses.ts';
import { createWorkQueue } from './queue/create-work-queue.ts';
import type { BatchStorage } from './storage/batch-storage.ts';
import { createBrowserStorage } from './storage/create-browser-storage.ts';
import { createCurrentLesson } from './items/create-current-lesson.ts';
import { createTeaching } from './editing/create-teaching.ts';
import { teachEntry } from './pipeline/teach-entry.ts';
import { createItemSaver } from './items/create-item-saver.ts';
import { createStorageOpener } from './storage/create-storage-opener.ts';
import { createItemThumbnails } from './thumbnails/create-item-thumbnails.ts';

export interface BatchOptions {
  /** Returns the segmenter. The batch calls it for each image; the caller owns the segmenter and disposes it. */
  readonly loadSegmenter: () => Promise<Pick<Segmenter, 'segment'>>;
  /** Maximum number of items. A function is called with each addition, since signing in may raise the number. */
  readonly maxItems: number | (() => number);
  /** Preset of a new batch. A restored batch keeps its saved preset. */
  readonly preset?: BatchPreset;
  /** Registries that replace the editor's. A caller that adds to them includes `builtInRegistries`. */
  readonly registries?: Partial<EditorRegistries>;
  /** Storage of the batch. This device's storage unless given. */
  readonly storage?: BatchStorage;
  /** Finds the faces in an image. The networks of the segmenter find them unless given. */
  readonly findFaces?: FindFaces;
  /** Name of the results of images whose own names have no letters. */
  readonly fallbackName?: string;
}

/**
 * Creates a batch. It continues the batch that an earlier visit left on this device, and starts to work by itself.
 * @throws {RangeError} for a name pattern that `readNamePattern` refuses.
 * @example
 * const batch = createBatch({ loadSegmenter: async () => createSegmenter(), maxItems: 50 });
 * const { refused, overMaximum } = await batch.add(files);
 */
export function createBatch(options: BatchOptions): Batch {
  const { loadSegmenter, maxItems, findFaces = findFacesInImage, fallbackName = 'image' } = options;
  let layerNames = options.registries?.getLayerNames?.();
  const registries = { ...builtInRegistries, ...options.registries, getLayerNames: () => layerNames };
  const preset = createCurrentPreset(options.preset ?? defaultBatchPreset, registries);
  /** Aborted by `dispose`. */
  const life = new AbortController();
  const lifetime = life.signal;
  const store = createStore<BatchState>(() => ({ ...initialState, preset: preset.get() }));
  const { setState, ...readableStore } = store;

  const opener = createStorageOpener(
    options.storage ?? createBrowserStorage({ schema: options.registries && createDocumentSchema(registries) }),
    {
      onWait: (waitsFor) => setState({ waitsFor }),
      onState: (state) => setState({ storage: state }),
      onLost: () => storeAgain(),
      lifetime,
    },
  );
  const storage = opener.current;
  const items = createItems();
  const pauses = createPauses();
  const pace = createPace();
  const lesson = createCurrentLesson();
  const alike = createAlikeNotes();
  const publisher = createPublisher({ store, items, preset, pauses, pace, lesson, alike, registries, fallbackName });
  const saver = createItemSaver({ storage, items, preset, pauses, lesson, alike, lifetime });
  const { saveItem } = saver;
  const compositors = createItemCompositors(registries);
  const faces = createItemFaces(storage, findFaces);
  const thumbnails = createItemThumbnails(storage);
  const queue = createWorkQueue({
    items,
    preset,
    pauses,
    pace,
    publisher,
    saveItem,
    segment: (entry, { onProgress }, signal) =>
      segmentEntry(entry, { storage: storage(), loadSegmenter, onProgress }, signal),
    render(entry, reports, signal) {
      const deps = { preset, registries, compositors, faces, storage: storage(), thumbnails, saveItem, ...reports };
      return renderEntry(entry, deps, signal);
    },
    async teach(entry, { onProgress }, signal) {
      const current = lesson.get();
      if (!current) return undefined;
      const deps = { storage: storage(), compositors, loadSegmenter, lesson: current, onProgress };
      return teachEntry(entry, deps, signal);
    },
    lesson,
    onStopped() {
      compositors.close();
      fingerprinting.start();
    },
    lifetime,
  });
  const fingerprinting = createFingerprinting({ items, publisher, thumbnails, storage, saveItem, lifetime });
  const ready = open();
  const parts: BatchParts = { items, preset, publisher, queue, saver, faces, storage, ready, lifetime };
  const { preview, ...previews } = createItemPreviews(parts, registries, thumbnails);
  const { hasUnsavedChanges, ...editing } = createItemEditing(parts, registries, setPreset);
  const imports = createFileImport(parts, () => (typeof maxItems === 'function' ? maxItems() : maxItems));
  const storeAgain = createStoringAgain(parts, {
    storeOriginals: imports.storeOriginals,
    onDeleted: (count) => setState(({ deletedCount }) => ({ deletedCount: deletedCount + count })),
  });

  async function open(): Promise<void> {
    const opened = await opener.open();
    if (!opened || lifetime.aborted) return;
    const { saved } = opened.storage;
    for (const item of saved?.items ?? []) items.add(entryOf(item));
    const isPresetLost = saved !== undefined && !saved.settings;
    // Results with an unknown preset are not rendered with another one unless the user asks for it.
    if (isPresetLost || saved?.settings?.isPaused) pauses.setPausedByUser(true);
    if (saved?.settings) preset.restore(saved.settings.preset);
    lesson.set(saved?.settings?.lesson);
    alike.restore(saved?.settings?.dismissedAlike ?? []);
    const { items: listed, unreadableCount } = publisher.list();
    setState({
      isReady: true,
      waitsFor: undefined,
      items: listed,
      restoredCount: listed.length - unreadableCount,
      unreadableCount,
      isPresetLost,
      storage: opened.isOnDevice ? store.getState().storage : 'no-storage',
      preset: preset.get(),
      lesson: lesson.progress(items.all()),
      alike: alike.of(items.all()),
    });
    queue.schedule();
  }

  /** Asks before the page is left while images, or changes of an open image, are only in memory. */
  const onLeaving = (event: BeforeUnloadEvent) => {
    prepareSaving();
    const isUnsaved = items.count() > 0 && store.getState().storage !== 'saved';
    if (imports.isAdding() || isUnsaved || hasUnsavedChanges()) event.preventDefault();
  };
  addEventListener('beforeunload', onLeaving, { signal: lifetime });

  function setPreset(next: BatchPreset): void {
    const isRenderedAgain = preset.choose(next);
    setState({ preset: preset.get() });
    if (!publisher.isReady()) return;
    if (isRenderedAgain) queue.restartRendering();
    publisher.publish();
    void saver.saveSettings();
  }

  return {
    ...readableStore,
    add: imports.add,
    ...createItemRemoval(parts, {
      storeRestored: imports.storeOriginals,
      onClear() {
        thumbnails.clear();
        previews.dispose();
        pauses.setPausedByUser(false);
        lesson.set(undefined);
        alike.restore([]);
        setState({ deletedCount: 0 });
      },
    }),
    ...createReprocessing(parts, imports),
    ...createItemReceipts(parts, registries),
    ...createItemFiles(items, store.getState, storage, thumbnails),
    ...editing,
    ...createAlikeChanges(parts, alike, registries),
    ...createTeaching(parts, { lesson, registries, loadSegmenter }),
    preview,
    setPreset,
    holdResults: queue.holdResults,
    move(id, index) {
      if (!items.has(id)) return;
      items.move(id, index);
      publisher.publish();
      void saver.saveSettings();
    },
    setLayerNames(names) {
      layerNames = names;
    },
    pause() {
      pauses.setPausedByUser(true);
      if (!publisher.isReady()) return;
      queue.abortAll();
      void saver.saveSettings();
    },
    resume() {
      pauses.resume();
      if (!publisher.isReady()) return;
      queue.update();
      void saver.saveSettings();
    },
    openAgain: () => opener.answer('again'),
    openUnsaved: () => opener.answer('unsaved'),
    accept(id) {
      const entry = items.get(id);
      entry.isAccepted = true;
      publisher.publish();
      void saveItem(entry);
    },
    dispose() {
      life.abort();
      opener.answer('unsaved');
      queue.cancelAll();
      compositors.close();
      thumbnails.dispose();
      previews.dispose();
      opener.close();
    },
  };
}

const initialState = {
  isReady: false,
  waitsFor: 'storage',
  items: [],
  activity: { kind: 'idle' },
  pace: undefined,
  storage: 'saved',
  restoredCount: 0,
  unreadableCount: 0,
  deletedCount: 0,
  isPresetLost: false,
  lesson: undefined,
  alike: [],
} as const satisfies Omit<BatchState, 'preset'>;
