import {
  assessMatte,
  builtInRegistries,
  canSucceedLater,
  checkImage,
  mainPicture,
  createDocumentSchema,
  type EditorRegistries,
  type Failure,
  formatOf,
  presetOf,
} from '@isola/editor';
import { ownTransparencyModel, type Segmenter, uprightImage } from '@isola/segmenter';
import { v4 as randomId } from 'uuid';
import { createStore } from 'zustand/vanilla';

import type {
  Activity,
  AddOptions,
  AddOutcome,
  Batch,
  BatchItem,
  BatchState,
  Duplicate,
  ItemProgress,
  PauseReason,
  WaitReason,
} from './batch.ts';
import { openItem } from './editing/open-item.ts';
import { createResultNames } from './naming/create-result-names.ts';
import { readNamePattern } from './naming/name-pattern.ts';
import { createPace, type WorkKind } from './pipeline/create-pace.ts';
import { createItemCompositors, type ItemSource, openCompositor } from './pipeline/create-item-compositors.ts';
import { type Entry, entryOf, newEntry, type Work } from './pipeline/entry.ts';
import { failureOf } from './pipeline/failure-of.ts';
import { type Candidate, findDuplicate } from './pipeline/find-duplicate.ts';
import { renderItem } from './pipeline/render-item.ts';
import { segmentingShare } from './pipeline/segmenting-share.ts';
import { watchBattery } from './power/watch-battery.ts';
import { type BatchPreset, defaultBatchPreset, withShownPictures } from './preset/batch-preset.ts';
import { renderKeyOf } from './preset/render-key-of.ts';
import type { BatchStorage, ItemOverride, OpenedStorage } from './storage/batch-storage.ts';
import { createBrowserStorage, isClosedStorage } from './storage/create-browser-storage.ts';
import { createSafeStorage, type SafeStorage, StoredFileUnreadable } from './storage/create-safe-storage.ts';
import { createThumbnailPainter, thumbnailSidePx } from './thumbnails/create-thumbnail-painter.ts';

export interface BatchOptions {
  /** Returns the segmenter. The batch calls it for each image; the caller owns the segmenter and disposes it. */
  readonly loadSegmenter: () => Promise<Pick<Segmenter, 'segment'>>;
  /** Maximum number of items. A function is called with each addition, since signing in may raise the number. */
  readonly maxItems: number | (() => number);
  /** Preset of a new batch. A restored batch keeps its saved preset. */
  readonly preset?: BatchPreset;
  /** Registries that replace the editor's. A caller that adds to them includes `builtInRegistries`. */
  readonly registries?: Partial<EditorRegistries>;
  /** Storage of the batch; this device's unless given. */
  readonly storage?: BatchStorage;
  /** Name of the results of images whose own names have no letters. */
  readonly fallbackName?: string;
}

/** Maximum number of images at the segmenter: it works on one and decodes the next meanwhile. */
const maxSegmenting = 2;
/** Maximum number of images that are being segmented, or whose matte waits in memory for its rendering. */
const maxAhead = 3;
/** Time without a change after which a new preset is rendered: a slider that is dragged changes it many times a second. */
const presetRestMs = 200;
/** How often the batch's "last used" date is written. Batches expire after days, so a minute is precise enough. */
const dateIntervalMs = 60_000;
/** Number of files that are inspected or written at the same time. */
const filesAtOnce = 4;

/**
 * Creates a batch, which goes on with what an earlier visit left on this device. Work begins by itself.
 *
 * An item with settings of its own keeps them, whatever the batch's preset becomes, until `removeOverride`.
 * @throws {RangeError} for a name pattern that `readNamePattern` refuses.
 * @example
 * const batch = createBatch({ loadSegmenter: async () => createSegmenter(), maxItems: 50 });
 * const { refused, overMaximum } = await batch.add(files);
 */
export function createBatch(options: BatchOptions): Batch {
  const { loadSegmenter, fallbackName = 'image' } = options;
  const registries = { ...builtInRegistries, ...options.registries };
  const deviceStorage =
    options.storage ?? createBrowserStorage({ schema: options.registries && createDocumentSchema(registries) });
  const entries = new Map<string, Entry>();
  const compositors = createItemCompositors(registries);
  const thumbnails = createThumbnailPainter();
  /** Thumbnails of originals. They are not stored. */
  const originalThumbnails = new Map<string, Promise<Blob | undefined>>();
  /** The files of items that are not stored yet, by the items' ids. */
  const filesToStore = new Map<string, File>();
  const pace = createPace();
  const namesOf = createResultNames(fallbackName);
  const maxRendering = compositorCount();
  let order: string[] = [];
  let preset = withShownPictures(options.preset ?? defaultBatchPreset, registries);
  assertNamePattern(preset);
  let renderKey = renderKeyOf(preset);
  let isPresetChosen = false;
  let isPausedByUser = false;
  let isBatteryLow = false;
  let ignoresBattery = false;
  /** Whether the batch had to load something while the browser was offline. */
  let isOffline = false;
  let isReady = false;
  /** Aborted by `dispose`. */
  const life = new AbortController();
  let storage: SafeStorage;
  /** Passes on the user's answer to the question what to do with a storage that could not be read. */
  let answer: (next: 'again' | 'unsaved') => void = () => undefined;
  let adding: Promise<unknown> = Promise.resolve();
  /** Number of calls of `add` whose files are not all stored yet. */
  let addingCount = 0;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented by `clear`, so that an earlier `restore` becomes a no-op. */
  let generation = 0;
  /** Number of downloads that are reading the results. */
  let holdCount = 0;
  let settingsSaving: Promise<void> | undefined;
  let isSettingsStale = false;
  let settingsSavedAtMs = -Infinity;

  const { setState, ...store } = createStore<BatchState>(() => ({
    isReady: false,
    waitsFor: 'storage',
    items: [],
    preset,
    activity: { kind: 'idle' },
    pace: undefined,
    storage: 'saved',
    restoredCount: 0,
    unreadableCount: 0,
    isPresetLost: false,
  }));

  const ready = open();
  const stopBattery = watchBattery((isLow) => {
    isBatteryLow = isLow;
    if (!isLow) ignoresBattery = false;
    if (pauseReason()) abortAll();
    pump();
  });
  const onLeaving = (event: BeforeUnloadEvent) => {
    if (isAtRisk()) event.preventDefault();
  };
  addEventListener('beforeunload', onLeaving, { signal: life.signal });

  /** Opens the device's storage. @returns undefined when the browser gives none, or the user goes on without it. */
  async function openDevice(): Promise<OpenedStorage | undefined> {
    const wait = (waitsFor: WaitReason) => {
      if (!life.signal.aborted) setState({ waitsFor });
    };
    for (;;) {
      try {
        return await deviceStorage.open({ signal: life.signal, onOtherTab: () => wait('other-tab') });
      } catch (error) {
        if (life.signal.aborted || isClosedStorage(error)) return undefined;
        const answered = new Promise<'again' | 'unsaved'>((resolve) => (answer = resolve));
        wait('answer');
        if ((await answered) === 'unsaved') return undefined;
        wait('storage');
      }
    }
  }

  async function open(): Promise<void> {
    const device = await openDevice();
    if (life.signal.aborted) return device?.close();
    storage = createSafeStorage(device, (state) => {
      if (!life.signal.aborted) setState({ storage: state });
    });
    const { saved } = storage;
    for (const item of saved?.items ?? []) entries.set(item.id, entryOf(item));
    order = [...entries.keys()];
    const isPresetLost = saved !== undefined && !saved.settings;
    // Results with an unknown preset are not rendered with another one unless the user asks for it.
    isPausedByUser ||= isPresetLost || (saved?.settings?.isPaused ?? false);
    if (saved?.settings && !isPresetChosen) {
      preset = withShownPictures(saved.settings.preset, registries);
      renderKey = renderKeyOf(preset);
    }
    isReady = true;
    setState({
      isReady: true,
      waitsFor: undefined,
      items: namedItems(),
      restoredCount: order.length - unreadableCount(),
      unreadableCount: unreadableCount(),
      isPresetLost,
      storage: device ? store.getState().storage : 'no-storage',
      preset,
    });
    pump();
  }

  // What is shown.

  function publish(): void {
    setState({ items: namedItems(), unreadableCount: unreadableCount(), ...progressNow() });
  }

  function unreadableCount(): number {
    return [...entries.values()].filter(isLost).length;
  }

  /** Tells whether an item needs data that could not be read. An item with an up-to-date result needs no other data. */
  function isLost(entry: Entry): boolean {
    return entry.isUnreadable && (entry.outcome?.kind !== 'done' || isOutdated(entry));
  }

  /** Updates one item in the state. Its name stays as it is. */
  function publishProgress(entry: Entry): void {
    setState(({ items }) => ({
      items: items.map((item) => (item.id === entry.id ? { ...item, ...progressOf(entry, '') } : item)),
    }));
  }

  function namedItems(): readonly BatchItem[] {
    const shown = order.flatMap((id) => entries.get(id) ?? []);
    const names = namesOf(
      preset.namePattern,
      shown.map((entry) => ({ name: entry.name, ending: endingOf(entry) })),
    );
    return shown.map((entry, at) => {
      const { id, name, sizeBytes, override } = entry;
      return { id, name, sizeBytes, hasOverride: override !== undefined, ...progressOf(entry, names[at] ?? name) };
    });
  }

  function endingOf({ outcome, override }: Entry): string {
    const written = outcome?.kind === 'done' && registries.formats.find(({ type }) => type === outcome.type);
    if (written) return written.ending;
    return formatOf((override?.state ?? preset.preset.state).export.format, registries.formats).ending;
  }

  function progressOf(entry: Entry, fileName: string): ItemProgress {
    const { outcome, work, segmented, isAccepted } = entry;
    if (isLost(entry)) return { state: 'processed', outcome: 'failed', failure: { code: 'file-unreadable' } };
    if (outcome?.kind === 'failed') return { state: 'processed', outcome: 'failed', failure: outcome.failure };
    if (outcome) {
      const { type, sizeBytes, widthPx, heightPx, reduction, durationMs } = outcome;
      return {
        state: 'processed',
        outcome: 'done',
        result: { fileName, type, sizeBytes, widthPx, heightPx, durationMs, ...(reduction && { reduction }) },
        doubts: isAccepted ? [] : (segmented?.doubts ?? []),
        isOutdated: isOutdated(entry),
        ...transparencyOf(entry),
      };
    }
    if (work) return { state: 'processing', step: work.step, share: work.share };
    // The item is segmented and will be rendered next.
    if (entry.matte && !pauseReason()) return { state: 'processing', step: 'rendering', share: 0 };
    return { state: 'waiting' };
  }

  function progressNow(): Pick<BatchState, 'activity' | 'pace'> {
    const remaining = remainingNow();
    const reason = pauseReason();
    const activity: Activity =
      !isReady || remaining.first + remaining.again === 0
        ? { kind: 'idle' }
        : reason
          ? { kind: 'paused', reason }
          : { kind: 'running' };
    if (activity.kind === 'running') pace.start();
    else pace.stop();
    return { activity, pace: pace.estimate(remaining) };
  }

  function remainingNow(): Record<WorkKind, number> {
    const all = [...entries.values()].filter(({ isUnreadable }) => !isUnreadable);
    return {
      first: all.filter(({ outcome }) => !outcome).length,
      again: all.filter(isOutdated).length,
    };
  }

  function isOutdated({ outcome, override }: Entry): boolean {
    return outcome?.kind === 'done' && outcome.renderKey !== (override?.revision ?? renderKey);
  }

  function pauseReason(): PauseReason | undefined {
    if (isPausedByUser) return 'user';
    if (isOffline) return 'offline';
    return isBatteryLow && !ignoresBattery ? 'battery' : undefined;
  }

  // What is saved.

  /** Saves the newest settings. Settings that change during the write are written after it. */
  function saveSettings(): Promise<void> {
    isSettingsStale = true;
    settingsSaving ??= (async () => {
      while (isSettingsStale && !life.signal.aborted) {
        isSettingsStale = false;
        settingsSavedAtMs = Date.now();
        await storage.saveSettings({ itemIds: order, preset, isPaused: isPausedByUser });
      }
      settingsSaving = undefined;
    })();
    return settingsSaving;
  }

  /** Tells whether images would be lost with the page, because they are in memory alone. */
  function isAtRisk(): boolean {
    return addingCount > 0 || (order.length > 0 && store.getState().storage !== 'saved');
  }

  async function saveItem({ id, name, type, sizeBytes, segmented, matte, ...entry }: Entry): Promise<void> {
    if (entry.isUnreadable || !entries.has(id) || life.signal.aborted) return;
    const { isAccepted, isCutAnew, override, outcome } = entry;
    await storage.saveItem({
      id,
      name,
      type,
      sizeBytes,
      segmented: matte ? undefined : segmented,
      isAccepted,
      isCutAnew,
      override,
      outcome,
    });
    // The batch's date grows with its items.
    if (Date.now() - settingsSavedAtMs > dateIntervalMs) await saveSettings();
  }

  // The work.

  function pump(): void {
    if (!isReady || life.signal.aborted) return;
    if (!pauseReason()) {
      const queued = order.flatMap((id) => entries.get(id) ?? []).filter(isQueued);
      startRendering(queued);
      startSegmenting(queued);
    }
    const progress = progressNow();
    if (progress.activity.kind !== 'running') compositors.close();
    setState(progress);
  }

  function isQueued({ work, isStored, isUnreadable }: Entry): boolean {
    return !work && isStored && !isUnreadable;
  }

  function startRendering(queued: readonly Entry[]): void {
    if (restTimer !== undefined) return;
    const toRender = [
      ...queued.filter(({ outcome, matte }) => !outcome && matte),
      ...queued.filter(({ outcome, segmented, matte }) => !outcome && segmented && !matte),
      ...(holdCount > 0 ? [] : queued.filter(isOutdated)),
    ];
    for (const entry of toRender.slice(0, Math.max(0, maxRendering - countOf('rendering')))) void render(entry);
  }

  function startSegmenting(queued: readonly Entry[]): void {
    const segmenting = countOf('segmenting');
    const unrendered = [...entries.values()].filter(({ matte, work }) => matte && !work).length;
    const free = Math.min(maxSegmenting - segmenting, maxAhead - segmenting - unrendered);
    const toSegment = queued.filter(({ outcome, segmented }) => !outcome && !segmented);
    for (const entry of toSegment.slice(0, Math.max(0, free))) void segment(entry);
  }

  function countOf(step: Work['step']): number {
    return [...entries.values()].filter(({ work }) => work?.step === step).length;
  }

  function begin(entry: Entry, step: Work['step']): Work {
    const work: Work = { step, controller: new AbortController(), share: 0, isWriting: false };
    entry.work = work;
    if (!entry.outcome) publishProgress(entry);
    return work;
  }

  async function segment(entry: Entry): Promise<void> {
    const work = begin(entry, 'segmenting');
    const { signal } = work.controller;
    try {
      const image = await imageOf(entry);
      const segmenter = await loadSegmenter();
      signal.throwIfAborted();
      const segmentation = await segmenter.segment(image, {
        signal,
        ...(entry.isCutAnew && { transparency: 'cut' }),
        // The compositor makes the cutout from the matte, while the next image is segmented.
        outputs: [],
        onProgress(progress) {
          work.share = segmentingShare(progress);
          if (entry.work === work) publishProgress(entry);
        },
      });
      if (entry.work !== work) return;
      const { matte, widthPx, heightPx, run, subject, confidence } = segmentation;
      entry.matte = matte;
      entry.segmented = { widthPx, heightPx, facts: { run, subject, confidence }, doubts: assessMatte(segmentation) };
      entry.work = undefined;
      pump();
      publishProgress(entry);
    } catch (error) {
      await fail(entry, work, error);
    }
  }

  async function render(entry: Entry): Promise<void> {
    const work = begin(entry, 'rendering');
    const { signal } = work.controller;
    const kind: WorkKind = entry.outcome ? 'again' : 'first';
    const { override, id } = entry;
    const own = override?.revision ?? renderKey;
    const startedAtMs = performance.now();
    try {
      const source = await sourceOf(entry);
      signal.throwIfAborted();
      const encoded = await renderItem(source, {
        preset,
        override,
        registries,
        compositors,
        signal,
        previewSidePx: thumbnailSidePx,
        onProgress(share) {
          work.share = share;
          if (entry.work === work && !entry.outcome) publishProgress(entry);
        },
        onMatte:
          entry.matte &&
          (async (png) => {
            await storage.writeFile('mattes', id, png);
            entry.matte = undefined;
            await saveItem(entry);
          }),
      });
      const thumbnail = await thumbnails.paint(encoded.preview ?? encoded.file);
      signal.throwIfAborted();
      work.isWriting = true;
      await storage.writeFile('results', id, encoded.file);
      if (thumbnail) await storage.writeFile('thumbnails', id, thumbnail);
      else await storage.removeFiles('thumbnails', [id]);
      if (entry.work !== work) return;
      entry.outcome = {
        kind: 'done',
        renderKey: own,
        type: encoded.file.type,
        sizeBytes: encoded.file.size,
        widthPx: encoded.widthPx,
        heightPx: encoded.heightPx,
        reduction: encoded.reduction,
        durationMs: Math.round(source.facts.run.timingsMs.complete + performance.now() - startedAtMs),
      };
      entry.hasFailedOnce = false;
      originalThumbnails.delete(id);
      await finish(entry, kind);
    } catch (error) {
      await fail(entry, work, error);
    }
  }

  async function finish(entry: Entry, kind: WorkKind): Promise<void> {
    entry.work = undefined;
    pace.finish(kind);
    pump();
    publish();
    await saveItem(entry);
  }

  /** An item is tried twice, where that can help. */
  async function fail(entry: Entry, work: Work, error: unknown): Promise<void> {
    // The caller that aborted it decides what comes next.
    if (entry.work !== work) return;
    if (error instanceof StoredFileUnreadable) {
      entry.work = undefined;
      entry.isUnreadable = true;
      pump();
      publish();
      return;
    }
    const failure = failureOf(error);
    if (isOfLoading(failure) && !navigator.onLine) {
      entry.work = undefined;
      waitForNetwork();
      return;
    }
    if (!entry.hasFailedOnce && canSucceedLater(failure)) {
      entry.hasFailedOnce = true;
      entry.work = undefined;
      pump();
      publish();
      return;
    }
    const kind: WorkKind = entry.outcome ? 'again' : 'first';
    entry.outcome = { kind: 'failed', failure };
    // It is not tried again by itself: what was found so far need not be kept in memory.
    if (entry.matte) [entry.matte, entry.segmented] = [undefined, undefined];
    await finish(entry, kind);
  }

  /** The model or a script is missing: every other item would fail as well. */
  function waitForNetwork(): void {
    isOffline = true;
    const goOn = () => {
      isOffline = false;
      pump();
      publish();
    };
    addEventListener('online', goOn, { once: true, signal: life.signal });
    abortAll();
    pump();
  }

  /** What is being written is finished all the same. */
  function abort(entry: Entry): void {
    if (!entry.work || entry.work.isWriting) return;
    const { controller } = entry.work;
    entry.work = undefined;
    controller.abort();
  }

  function abortAll(): void {
    for (const entry of entries.values()) abort(entry);
    publish();
  }

  async function imageOf({ id, type }: Entry): Promise<Blob> {
    const stored = await storage.readFile('originals', id);
    return uprightImage(stored.slice(0, stored.size, type));
  }

  async function sourceOf(entry: Entry): Promise<ItemSource> {
    const { id, name, segmented, matte } = entry;
    if (!segmented) throw new DOMException('the item has no matte', 'InvalidStateError');
    const { facts, widthPx, heightPx } = segmented;
    const image = await imageOf(entry);
    return {
      image,
      name,
      facts,
      matte: matte ?? { file: await storage.readFile('mattes', id), widthPx, heightPx },
    };
  }

  /** @throws {DOMException} `NotFoundError` */
  function entryWith(id: string): Entry {
    const entry = entries.get(id);
    if (!entry) throw new DOMException(`there is no item ${id}`, 'NotFoundError');
    return entry;
  }

  // What comes and goes.

  async function addAll(files: readonly File[], { keepsDuplicates = false }: AddOptions): Promise<AddOutcome> {
    await ready;
    const maxItems = typeof options.maxItems === 'function' ? options.maxItems() : options.maxItems;
    const taken: { readonly entry: Entry; readonly file: File }[] = [];
    const refused: { name: string; failure: Failure }[] = [];
    const overMaximum: string[] = [];
    const withoutFilm: string[] = [];
    const duplicates: Duplicate[] = [];
    // An item that could not be read is no reason to refuse the same file: the user may be bringing the file back.
    const readable = [...entries.values()].filter(({ isUnreadable }) => !isUnreadable);
    const known = keepsDuplicates ? [] : readable.map(candidateOf);
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const some = files.slice(at, at + filesAtOnce);
      const looks = await Promise.all(
        some.map(async (file) => (entries.size < maxItems ? inspectFile(file) : { picture: file })),
      );
      if (life.signal.aborted) break;
      for (const [place, file] of some.entries()) {
        const look = looks[place];
        if (!look) continue;
        if ('failure' in look) {
          refused.push({ name: file.name, failure: look.failure });
          continue;
        }
        if (entries.size >= maxItems) {
          overMaximum.push(file.name);
          continue;
        }
        const { picture } = look;
        const same = keepsDuplicates ? undefined : await findDuplicate(picture, known);
        if (same) duplicates.push({ file, sameAs: same.name });
        else {
          taken.push({ entry: take(picture), file: picture });
          known.push({ name: file.name, sizeBytes: picture.size, read: () => Promise.resolve(picture) });
          if (picture !== file) withoutFilm.push(file.name);
        }
      }
      publish();
    }
    if (taken.length > 0) void saveSettings();
    const waiting = [...taken];
    const store = async () => {
      for (let next = waiting.shift(); next && !life.signal.aborted; next = waiting.shift())
        await keep(next.entry, next.file);
    };
    await Promise.all(Array.from({ length: filesAtOnce }, store));
    await saveSettings();
    return { addedIds: taken.map(({ entry }) => entry.id), refused, overMaximum, duplicates, withoutFilm };
  }

  function candidateOf({ id, name, sizeBytes }: Entry): Candidate {
    return { name, sizeBytes, read: () => storage.readFile('originals', id) };
  }

  function take(file: File): Entry {
    const { name, type, size } = file;
    const entry = newEntry({ id: randomId(), name, type, sizeBytes: size });
    entries.set(entry.id, entry);
    filesToStore.set(entry.id, file);
    order = [...order, entry.id];
    return entry;
  }

  async function keep(entry: Entry, file: File): Promise<void> {
    if (!entries.has(entry.id)) return void filesToStore.delete(entry.id);
    // The row is saved first: if the page ends while it writes the file, the item is still listed by its name.
    await saveItem(entry);
    try {
      await storage.writeFile('originals', entry.id, file);
      entry.isStored = true;
      pump();
    } catch (error) {
      entry.outcome = { kind: 'failed', failure: failureOf(error) };
      publish();
      await saveItem(entry);
    } finally {
      filesToStore.delete(entry.id);
    }
  }

  async function readAgain(ids?: readonly string[]): Promise<void> {
    const found = await storage.readItems().catch(() => []);
    if (life.signal.aborted) return;
    for (const item of found) {
      const entry = entries.get(item.id);
      if (!entry?.isUnreadable || !item.isReadable || (ids && !ids.includes(item.id))) continue;
      // The unreadable entry may be incomplete, so the newly read item replaces its content.
      Object.assign(entry, entryOf(item));
    }
    pump();
    publish();
  }

  function changeOverride(entry: Entry, override: ItemOverride | undefined): void {
    entry.override = override;
    abort(entry);
    pump();
    publish();
    void saveItem(entry);
  }

  function setPreset(given: BatchPreset): void {
    assertNamePattern(given);
    const next = withShownPictures(given, registries);
    const nextRenderKey = renderKeyOf(next);
    const isOther = nextRenderKey !== renderKey;
    [preset, renderKey, isPresetChosen] = [next, nextRenderKey, true];
    setState({ preset });
    if (!isReady) return;
    if (isOther) {
      for (const entry of entries.values()) {
        if (entry.work?.step === 'rendering' && !entry.override) abort(entry);
      }
      clearTimeout(restTimer);
      restTimer = setTimeout(() => {
        restTimer = undefined;
        pump();
      }, presetRestMs);
    }
    publish();
    void saveSettings();
  }

  return {
    ...store,
    add(files, how = {}) {
      addingCount += 1;
      const added = adding
        .then(() => addAll(files, how))
        .finally(() => {
          addingCount -= 1;
        });
      adding = added.catch(() => undefined);
      return added;
    },
    async remove(ids) {
      await ready;
      const own = generation;
      const removed = order.flatMap((id, index) => {
        const entry = ids.includes(id) ? entries.get(id) : undefined;
        return entry ? [{ entry, index }] : [];
      });
      for (const { entry } of removed) {
        abort(entry);
        entries.delete(entry.id);
        if (entry.matte) [entry.matte, entry.segmented] = [undefined, undefined];
      }
      order = order.filter((id) => entries.has(id));
      pump();
      publish();
      await storage.removeItems(removed.map(({ entry }) => entry.id));
      await saveSettings();
      return {
        async restore() {
          if (generation !== own || life.signal.aborted) return;
          for (const { entry, index } of removed) {
            if (entries.has(entry.id)) continue;
            entries.set(entry.id, entry);
            order = order.toSpliced(index, 0, entry.id);
          }
          pump();
          publish();
          await storage.restoreItems(removed.map(({ entry }) => entry.id));
          await saveSettings();
        },
      };
    },
    async clear() {
      await ready;
      generation += 1;
      for (const entry of entries.values()) {
        // A result that is being written is aborted, too, because its item no longer exists.
        entry.work?.controller.abort();
        entry.work = undefined;
      }
      entries.clear();
      originalThumbnails.clear();
      order = [];
      isPausedByUser = false;
      pump();
      publish();
      await storage.clear();
    },
    move(id, index) {
      if (!entries.has(id)) return;
      order = order.filter((each) => each !== id).toSpliced(index, 0, id);
      publish();
      void saveSettings();
    },
    pause() {
      isPausedByUser = true;
      if (!isReady) return;
      abortAll();
      void saveSettings();
    },
    resume() {
      isPausedByUser = false;
      isOffline = false;
      ignoresBattery = isBatteryLow;
      if (!isReady) return;
      pump();
      publish();
      void saveSettings();
    },
    retry(ids) {
      if ([...entries.values()].some((entry) => isLost(entry) && (!ids || ids.includes(entry.id)))) void readAgain(ids);
      for (const entry of entries.values()) {
        const isAsked = !ids || ids.includes(entry.id);
        // An original that could not be read is not here to be tried again.
        if (!isAsked || entry.outcome?.kind !== 'failed' || !entry.isStored) continue;
        entry.outcome = undefined;
        entry.hasFailedOnce = false;
        // The stored matte may be the file that cannot be read, so the image is segmented again.
        entry.segmented = undefined;
        void saveItem(entry);
      }
      pump();
      publish();
    },
    readAgain: () => readAgain(),
    openAgain: () => answer('again'),
    openUnsaved: () => answer('unsaved'),
    setPreset,
    accept(id) {
      const entry = entryWith(id);
      entry.isAccepted = true;
      publish();
      void saveItem(entry);
    },
    setTransparency(ids, transparency) {
      for (const id of ids) {
        const entry = entryWith(id);
        abort(entry);
        entry.isCutAnew = transparency === 'cut';
        entry.isAccepted = false;
        [entry.matte, entry.segmented, entry.outcome] = [undefined, undefined, undefined];
        void saveItem(entry);
      }
      pump();
      publish();
    },
    async original(id) {
      const { name, type } = entryWith(id);
      return new File([await storage.readFile('originals', id)], name, { type });
    },
    async result(id) {
      const { outcome } = entryWith(id);
      const item = store.getState().items.find((each) => each.id === id);
      if (outcome?.kind !== 'done' || item?.state !== 'processed' || item.outcome !== 'done') {
        throw new DOMException('the item has no result', 'NotFoundError');
      }
      return new File([await storage.readFile('results', id)], item.result.fileName, { type: outcome.type });
    },
    holdResults() {
      let isHeld = true;
      holdCount += 1;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holdCount -= 1;
        pump();
      };
    },
    async thumbnail(id) {
      try {
        const { outcome } = entryWith(id);
        if (outcome?.kind === 'done') {
          const stored = await storage.readFile('thumbnails', id);
          return stored.slice(0, stored.size, 'image/webp');
        }
        const painting =
          originalThumbnails.get(id) ??
          Promise.resolve(filesToStore.get(id) ?? storage.readFile('originals', id)).then(thumbnails.paint);
        originalThumbnails.set(id, painting);
        const painted = await painting;
        // The painter may have failed this time, so the next call asks it again.
        if (!painted) originalThumbnails.delete(id);
        return painted;
      } catch {
        originalThumbnails.delete(id);
        return undefined;
      }
    },
    async openItem(id) {
      await ready;
      const entry = entryWith(id);
      const opened = await openItem(await sourceOf(entry), preset, entry.override, registries);
      return {
        document: opened.document,
        segmentation: opened.segmentation,
        save() {
          const override = opened.override();
          if (!override || !entries.has(id)) return Promise.resolve();
          changeOverride(entry, override);
          return saveItem(entry);
        },
        close: opened.close,
      };
    },
    removeOverride(id) {
      const entry = entryWith(id);
      if (entry.override) changeOverride(entry, undefined);
    },
    async applyToAll(id) {
      const entry = entryWith(id);
      const { override } = entry;
      if (!override) return;
      const compositor = openCompositor(await sourceOf(entry), registries);
      try {
        const matte = await compositor.editMatte(override.state.matte);
        const { state, pictures } = override;
        const hasPicture = (imageId: string) => pictures.some((picture) => picture.id === imageId);
        setPreset({ ...preset, preset: presetOf(state, matte, registries, hasPicture), pictures });
      } finally {
        compositor.close();
      }
    },
    dispose() {
      life.abort();
      answer('unsaved');
      clearTimeout(restTimer);
      stopBattery();
      for (const entry of entries.values()) {
        entry.work?.controller.abort();
        entry.work = undefined;
      }
      compositors.close();
      thumbnails.dispose();
      if (isReady) storage.close();
    },
  };
}

function transparencyOf({ isCutAnew, segmented }: Entry): { readonly transparency?: 'kept' | 'cut' } {
  if (isCutAnew) return { transparency: 'cut' };
  return segmented?.facts.run.model === ownTransparencyModel ? { transparency: 'kept' } : {};
}

/** @throws {RangeError} for a pattern that no name can be made of. */
function assertNamePattern({ namePattern }: BatchPreset): void {
  if (readNamePattern(namePattern).outcome === 'read') return;
  throw new RangeError(`the name pattern “${namePattern}” cannot be read`);
}

/** Checks a file before any work. @returns the file without the film behind its picture, or why it is refused. */
async function inspectFile(file: File): Promise<{ readonly picture: File } | { readonly failure: Failure }> {
  try {
    const refusal = await checkImage(file);
    if (refusal?.code === 'unsupported-format')
      return { failure: { code: refusal.code, ...(refusal.format && { format: refusal.format }) } };
    if (refusal) return { failure: refusal };
    const picture = await mainPicture(file);
    return { picture: picture === file ? file : new File([picture], file.name, { type: file.type }) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function isOfLoading({ code }: Failure): boolean {
  return code === 'network' || code === 'model-load-failed' || code === 'resource-load-failed';
}

/** A compositor takes some 150 MB for 12 megapixels, and one of the cores that the network does not use. */
function compositorCount(): number {
  const memoryGib = (navigator as { readonly deviceMemory?: number }).deviceMemory ?? 4;
  return navigator.hardwareConcurrency >= 8 && memoryGib >= 8 ? 2 : 1;
}
