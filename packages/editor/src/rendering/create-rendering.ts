import {
  type BackgroundParams,
  type Compositor,
  CompositorError,
  createNumbering,
  type EditParams,
  type EncodedFile,
  type EncodingParams,
  isUnedited,
  type Matte,
  type MatteEdits,
  type OutputTransform,
  type RefinedPart,
  type RenderedView,
  type RenderQuality,
  replaceBlobs,
} from '@isola/imaging';
import { createStore } from 'zustand/vanilla';

import type { ResolvedBackground } from './resolve-background.ts';
import { formatOf } from '../document/formats.ts';
import type { ImageDocument } from '../document/image-document.ts';
import { builtInRegistries, type EditorRegistries } from '../registry/registries.ts';
import type { ExportOptions, DocumentState } from '../schema/document-state.ts';
import type { Edit } from '../model/edit.ts';
import { initialState } from '../schema/initial-state.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { Failure } from '../model/failure.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import { type RenderTarget, renderTargetOf } from './render-target.ts';

export type FileState =
  /** It is not needed yet. */
  | { readonly state: 'idle' }
  | { readonly state: 'working' }
  | ({ readonly state: 'ready' } & EncodedFile)
  | { readonly state: 'failed'; readonly failure: Failure };

/** View that was composed for the screen. */
export interface ShownView extends RenderedView {
  /** Transform of the shown view. While the next view is computed, the state has another transform. */
  readonly transform: OutputTransform;
  readonly background: ResolvedBackground;
}

/** Background without the subject. The canvas paints the subject over it while the subject is moved or refined. */
export interface Backdrop {
  readonly bitmap: ImageBitmap;
  /** Key of the contents: equal for the same background at the same size and, if it follows the image, at the same place. */
  readonly key: string;
  /** Key of the background alone: the same for the same background, at any size and place. */
  readonly backgroundKey: string;
}

export interface RenderingState {
  /** The result's size, as the state stands. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Background of the cutout. */
  readonly background: ResolvedBackground;
  /** Whether the result is the cutout itself, which needs no composing. */
  readonly isCutout: boolean;
  /** The last result that was composed for the screen; nothing where the cutout itself is seen. */
  readonly view: ShownView | undefined;
  /** Whether the view shows the state as it stands; the last one stays in sight while the next is made. */
  readonly isViewCurrent: boolean;
  /**
   * Picture of the background, once it was needed. While the result changes its size, the picture of the last size is
   * kept: a background that does not follow the image fills any size.
   */
  readonly backdrop: Backdrop | undefined;
  /** Grows with every change of the cutout. */
  readonly cutoutVersion: number;
  /** So many of the state's edits are in the cutout. */
  readonly settledEdits: number;
  /** The last edit of the cutout, where it changed no pixel. */
  readonly idleEdit: Edit | undefined;
  /** Whether the cutout is behind the state. */
  readonly isRefining: boolean;
  /** Failure of the last refinement or composition for the screen. */
  readonly failure: Failure | undefined;
  readonly file: FileState;
}

/** Outputs that the page can need: the result, the result with every pixel, its background, or the file with its size. */
export type RenderNeed = 'view' | 'fine' | 'backdrop' | 'file';

/**
 * Rendering of a document and its file, updated with every step; only the newest state is rendered. Rendering starts with the first
 * subscriber, and stops and frees its memory with the last.
 */
export interface Rendering extends ReadonlyStore<RenderingState> {
  /** Has one output made from now on. Outputs that nobody needs are not made. @returns ends the need. */
  readonly need: (need: RenderNeed) => () => void;
  /** Tries all work again after a failure. */
  readonly retry: () => void;
  /** The file as the state wants it. */
  readonly writeFile: (signal: AbortSignal) => Promise<EncodedFile>;
  /** The picture as a PNG, whatever format the state names. */
  readonly writePng: (signal: AbortSignal) => Promise<Blob>;
  /** The matte alone, as a PNG in greys. */
  readonly writeMatte: (signal: AbortSignal) => Promise<Blob>;
  readonly editedMatte: (edits: MatteEdits<Edit>, signal: AbortSignal) => Promise<Matte>;
  /** @returns 0…100; 100 is an edge without any of the old background. */
  readonly measureFringe: (signal: AbortSignal) => Promise<number>;
}

/** A preview that the next one replaces sooner would not be seen. */
const previewDelayMs = 40;
/** After a rest this long a drag is taken for ended, and every pixel is rendered. */
const idleDelayMs = 350;
/** A document that has rested so long is likely to be saved as it is: its file is written before it is asked for. */
const preparationDelayMs = 1_000;

/**
 * @param compositor closed with the last listener; it starts again by itself.
 * @param onPart receives what has changed of the cutout; `undefined` says that it is the first one again.
 * @param onEnd called with the last listener: what is held for painting may be freed.
 */
export function createRendering(
  document: ImageDocument,
  result: Pick<ImageSegmentation, 'png' | 'widthPx' | 'heightPx'>,
  compositor: Compositor<BackgroundParams, EncodingParams, EditParams>,
  onPart: (part: RefinedPart | undefined) => void,
  onEnd: () => void,
  registries: Pick<EditorRegistries, 'backgrounds' | 'formats'> = builtInRegistries,
): Rendering {
  const { formats } = registries;
  const { history } = document;
  const needs: Record<RenderNeed, number> = { view: 0, fine: 0, backdrop: 0, file: 0 };
  const numberOf = createNumbering();
  let life: AbortController | undefined;
  let stopListening: (() => void) | undefined;
  let target = targetOf(history.getState().state);
  let refined: MatteEdits<Edit> = initialState.matte;
  let viewWork: Task | undefined;
  let backdropWork: Task | undefined;
  let fileWork: FileTask | undefined;
  const { setState, ...store } = createStore<RenderingState>(atRest);
  const { getState } = store;
  let listenerCount = 0;

  function targetOf(state: DocumentState): Target {
    const target = renderTargetOf(document, state, result, registries);
    const { edits, background, light, outline, transform } = target.params;
    const behind = replaceBlobs(background, numberOf);
    return {
      ...target,
      key: JSON.stringify([numberOf(edits), behind, light, outline, transform]),
      backgroundKey: JSON.stringify(behind),
      // One that follows the image is another one wherever the image lies.
      backdropKey: JSON.stringify([
        behind,
        target.background.followsImage ? transform : [transform.widthPx, transform.heightPx],
      ]),
    };
  }

  function isSameFile(one: ExportOptions, other: ExportOptions): boolean {
    const withoutQuality = (choice: ExportOptions) => ({
      ...choice,
      format: formatOf(choice.format, formats).id,
      quality: formatOf(choice.format, formats).hasQuality ? choice.quality : 0,
    });
    return JSON.stringify(withoutQuality(one)) === JSON.stringify(withoutQuality(other));
  }

  function atRest(): RenderingState {
    target = targetOf(history.getState().state);
    const { params, background, isCutout } = target;
    const { widthPx, heightPx } = params.transform;
    return {
      widthPx,
      heightPx,
      background,
      isCutout,
      view: undefined,
      isViewCurrent: false,
      backdrop: undefined,
      cutoutVersion: 0,
      settledEdits: 0,
      idleEdit: undefined,
      isRefining: false,
      failure: undefined,
      file: firstFile() ?? { state: 'idle' },
    };
  }

  /** Whether the file is the segmenter's cutout as it is, which is written once for all that need it. */
  function isFirstFile({ encoding, isCutout, params }: Target): boolean {
    const { format, dotsPerInch, maxBytes = Infinity, includesMetadata } = encoding;
    const isPlain = format === 'png' && dotsPerInch === undefined && !includesMetadata;
    const fits = maxBytes === Infinity || (result.png.file !== undefined && result.png.file.size <= maxBytes);
    return isCutout && isPlain && fits && isUnedited(params.edits);
  }

  function firstFile(): FileState | undefined {
    const { file } = result.png;
    if (!file || !isFirstFile(target)) return undefined;
    return { state: 'ready', file, widthPx: result.widthPx, heightPx: result.heightPx };
  }

  async function encode(from: Target, signal: AbortSignal): Promise<EncodedFile> {
    if (!isFirstFile(from)) {
      return compositor.encode(from.params, from.encoding, { signal });
    }
    const file = await result.png.write();
    signal.throwIfAborted();
    return { file, widthPx: result.widthPx, heightPx: result.heightPx };
  }

  function update(next: Partial<RenderingState>): void {
    const before = getState();
    setState(next);
    const after = getState();
    // The old bitmaps are closed after the update, when no listener shows them any more.
    if (before.view !== after.view) before.view?.bitmap.close();
    if (before.backdrop !== after.backdrop) before.backdrop?.bitmap.close();
  }

  function follow(): void {
    const { state, isPreview: trial } = history.getState();
    const before = target;
    target = targetOf(state);
    const { params, background, isCutout } = target;
    const { widthPx, heightPx } = params.transform;
    const settledEdits = sharedEdits(refined, params.edits);
    const isNew = target.key !== before.key;
    update({
      widthPx,
      heightPx,
      background,
      isCutout,
      settledEdits,
      ...(isCutout && { view: undefined }),
      ...(isNew && { isViewCurrent: false }),
    });
    void refine();
    if (target.backdropKey !== before.backdropKey) composeBackdrop();
    if (isNew) composeView(trial);
    if (isNew || !isSameFile(before.state.export, state.export)) composeFile(trial);
  }

  /** Never cut short: each answer tells what has changed since the one before, and one that is lost would be missed. */
  async function refine(): Promise<void> {
    const own = life;
    if (!own || getState().isRefining || refined === target.params.edits) return;
    update({ isRefining: true, failure: undefined });
    try {
      while (refined !== target.params.edits) {
        const { edits } = target.params;
        const { part, isFirst, withoutEffect } = await compositor.refine(edits, { signal: own.signal });
        refined = edits;
        // Without edits the cutout is the first one again. A worker that replaces a dead one begins with the first cutout, too.
        const isAnew = (isFirst || isUnedited(edits)) && getState().cutoutVersion > 0;
        if (isAnew) onPart(undefined);
        if (part) onPart(part);
        update({
          settledEdits: sharedEdits(refined, target.params.edits),
          idleEdit: withoutEffect.includes(edits.edits.length - 1) ? edits.edits.at(-1) : undefined,
          ...((isAnew || part) && { cutoutVersion: getState().cutoutVersion + 1 }),
        });
      }
    } catch (error) {
      if (own.signal.aborted) return;
      update({ failure: failureOf(error) });
    } finally {
      if (!own.signal.aborted) update({ isRefining: false });
    }
  }

  function composeView(trial: boolean): void {
    viewWork?.abort();
    if (!life || needs.view === 0 || target.isCutout) return;
    const { params, background } = target;
    viewWork = startTask(life.signal, async (own) => {
      await own.wait(trial ? previewDelayMs : 0);
      const render = async (quality: RenderQuality) => ({
        ...(await compositor.render(params, { quality, signal: own.signal })),
        transform: params.transform,
        background,
      });
      update({ view: await render('draft'), isViewCurrent: true, failure: undefined });
      if (needs.fine === 0) return;
      await own.wait(idleDelayMs);
      update({ view: await render('full') });
    });
    viewWork.done.catch((error: unknown) => update({ failure: failureOf(error) }));
  }

  /** Composes the backdrop, unless the canvas paints the background itself. */
  function composeBackdrop(): void {
    backdropWork?.abort();
    const { params, background, backdropKey: key, backgroundKey } = target;
    const isPainted = background.paint !== undefined || background.source.kind === 'transparent';
    const last = getState().backdrop;
    const isStretched = last?.backgroundKey === backgroundKey && !background.followsImage;
    if (last?.key !== key && !isStretched) update({ backdrop: undefined });
    if (!life || needs.backdrop === 0 || isPainted || last?.key === key) return;
    backdropWork = startTask(life.signal, async ({ signal }) => {
      const { bitmap } = await compositor.renderBackground(params, { signal });
      update({ backdrop: { bitmap, key, backgroundKey } });
    });
    // What cannot be rendered is reported by the view; the subject is then moved over the last one.
    backdropWork.done.catch(() => undefined);
  }

  /** A file that is not needed yet is prepared once the state has rested. */
  function composeFile(trial: boolean): void {
    fileWork?.abort();
    fileWork = undefined;
    const first = firstFile();
    if (first) return update({ file: first });
    const isNeeded = life !== undefined && needs.file > 0;
    update({ file: { state: isNeeded ? 'working' : 'idle' } });
    if (isNeeded) startFile(trial ? idleDelayMs : 0);
    else startFile(isFirstFile(target) ? 0 : preparationDelayMs);
  }

  /** @param delayMs until it is begun. */
  function startFile(delayMs: number): void {
    fileWork?.abort();
    fileWork = undefined;
    if (!life) return;
    const own = target;
    const { promise: written, resolve, reject } = Promise.withResolvers<EncodedFile>();
    // Heard by `done`.
    written.catch(() => undefined);
    const task = startTask(life.signal, async ({ signal, wait }) => {
      try {
        await wait(delayMs);
        work.hasBegun = true;
        const file = await encode(own, signal);
        update({ file: { state: 'ready', ...file } });
        resolve(file);
      } catch (error) {
        if (fileWork === work) fileWork = undefined;
        reject(error);
        throw error;
      }
    });
    const work: FileTask = { ...task, written, hasBegun: delayMs === 0 };
    fileWork = work;
    // A failed preparation is not reported: the file is tried again when it is needed.
    task.done.catch((error: unknown) =>
      update({ file: needs.file > 0 ? { state: 'failed', failure: failureOf(error) } : { state: 'idle' } }),
    );
  }

  /** Takes up what is being prepared. */
  function needFile(): void {
    if (!fileWork?.hasBegun) composeFile(false);
    else if (getState().file.state !== 'ready') update({ file: { state: 'working' } });
  }

  function stop(): void {
    stopListening?.();
    stopListening = undefined;
    life?.abort();
    life = undefined;
    compositor.close();
    refined = initialState.matte;
    onEnd();
    update(atRest());
  }

  function begin(): void {
    life = new AbortController();
    compositor.start();
    stopListening = history.subscribe(follow);
    update(atRest());
    void refine();
    composeView(false);
    composeBackdrop();
    composeFile(false);
  }

  return {
    ...store,
    subscribe(listener) {
      if (listenerCount === 0) begin();
      listenerCount += 1;
      const unsubscribe = store.subscribe(listener);
      return () => {
        unsubscribe();
        listenerCount -= 1;
        if (listenerCount === 0) stop();
      };
    },
    need(kind) {
      needs[kind] += 1;
      if (needs[kind] === 1) {
        if (kind === 'file') needFile();
        else if (kind === 'backdrop') composeBackdrop();
        else if (kind === 'view' || getState().view?.quality === 'draft') composeView(false);
      }
      return () => {
        needs[kind] -= 1;
      };
    },
    retry() {
      update({ failure: undefined });
      void refine();
      composeView(false);
      composeFile(false);
    },
    async writeFile(signal) {
      const { file } = getState();
      if (file.state === 'ready') return file;
      const own = target;
      if (!fileWork?.hasBegun) startFile(0);
      const work = fileWork;
      try {
        if (work) return await unlessAborted(work.written, signal);
      } catch (error) {
        // Another step ends it: what was asked for is written all the same.
        if (signal.aborted || !work?.signal.aborted) throw error;
      }
      return encode(own, signal);
    },
    async writePng(signal) {
      const { state } = target;
      const png = targetOf({ ...state, export: { ...initialState.export, quality: state.export.quality } });
      return (await encode(png, signal)).file;
    },
    async writeMatte(signal) {
      return (await compositor.encodeMatte(target.params.edits, { signal })).file;
    },
    editedMatte: (edits, signal) => compositor.editMatte(edits, { signal }),
    measureFringe: (signal) => compositor.measureFringe(target.params.edits, { signal }),
  };
}

interface Target extends RenderTarget {
  /** The same for params that give the same result. */
  readonly key: string;
  /** The same for params that have the same behind the subject. */
  readonly backdropKey: string;
  /** Key of the background alone: the same for the same background, at any size and place. */
  readonly backgroundKey: string;
}

interface Task {
  readonly abort: () => void;
  /** Whether it was aborted. */
  readonly signal: AbortSignal;
  /** Ends without an error where the work was aborted. */
  readonly done: Promise<void>;
}

/** A file that is being written for the state as it stands. */
interface FileTask extends Task {
  readonly written: Promise<EncodedFile>;
  /** Whether its writing was begun: until then it waits for the state to rest. */
  hasBegun: boolean;
}

interface TaskContext {
  readonly signal: AbortSignal;
  readonly wait: (durationMs: number) => Promise<void>;
}

/** Starts work that a later task can abort and replace. */
function startTask(life: AbortSignal, work: (own: TaskContext) => Promise<void>): Task {
  const controller = new AbortController();
  const signal = AbortSignal.any([life, controller.signal]);
  const wait = (durationMs: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, durationMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    });
  const done = work({ signal, wait }).catch((error: unknown) => {
    // The task that replaced an aborted one reports its own state.
    if (!signal.aborted) throw error;
  });
  return { abort: () => controller.abort(), signal, done };
}

/** @throws the signal's reason as soon as it is aborted; the work goes on. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort);
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}

/** How many edits both begin with. */
function sharedEdits({ edits: one }: MatteEdits<Edit>, { edits: other }: MatteEdits<Edit>): number {
  const firstOther = one.findIndex((edit, index) => edit !== other[index]);
  return firstOther === -1 ? one.length : firstOther;
}

/** @returns the failure with a code of which the bundle `errors` has the words. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CompositorError) return { code: error.code, detail: error.message };
  return { code: 'processing-failed', detail: error instanceof Error ? error.message : String(error) };
}
