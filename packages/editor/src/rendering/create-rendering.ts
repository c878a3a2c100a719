import {
  type BackgroundParams,
  type Compositor,
  type EditParams,
  type EncodedFile,
  type EncodingParams,
  type Matte,
  type MatteEdits,
  type JobOptions,
  type PixelatedArea,
  type RefinedPart,
  type Retouch,
  type Retouched,
  type RetouchEdit,
  type ShadowFinding,
} from '@isola/imaging';
import { createStore } from 'zustand/vanilla';

import { formatOf } from '../document/formats.ts';
import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { Edit } from '../model/edit.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import { builtInRegistries, type EditorRegistries } from '../registry/registries.ts';
import type { ExportOptions } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { createCutoutPipeline, type CutoutState } from './create-cutout-pipeline.ts';
import { createFilePipeline, type FileState } from './create-file-pipeline.ts';
import { createKeyedTargets } from './create-keyed-targets.ts';
import { createViewPipeline, idleDelayMs, type ViewState } from './create-view-pipeline.ts';
import { keepEditedMatte } from './mattes-of.ts';
import type { ResolvedBackground } from './resolve-background.ts';

export interface RenderingState extends ViewState, CutoutState {
  /** Width of the result in the current state. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Background of the current state. */
  readonly background: ResolvedBackground;
  /** True when the result is the cutout itself, which needs no composing. Then there is no view. */
  readonly isCutout: boolean;
  readonly file: FileState;
  /** Share of the subject that the network has enlarged for a file, 0…1; undefined while it does not work. */
  readonly enlarging: number | undefined;
}

/**
 * An output that the page shows: the result, the result with every pixel, the backdrop, the subject in its tone, or the
 * file with its size.
 */
export type RenderNeed = 'view' | 'fine' | 'backdrop' | 'subject' | 'file';

/**
 * Renders a document and writes its file. Every step replaces the work on the step before. Rendering starts with the first
 * subscriber and stops with the last, which frees its memory.
 */
export interface Rendering extends ReadonlyStore<RenderingState> {
  /**
   * Requests an output from now on. Outputs that nobody needs are not made.
   * @returns a function that ends the request.
   */
  readonly need: (need: RenderNeed) => () => void;
  /** Retries all work after a failure. */
  readonly retry: () => void;
  /** Writes the file of the current state. */
  readonly writeFile: (signal: AbortSignal) => Promise<EncodedFile>;
  /** Writes the result as a PNG, whatever the state's format. */
  readonly writePng: (signal: AbortSignal) => Promise<Blob>;
  /** Writes the matte alone, as a greyscale PNG. */
  readonly writeMatte: (signal: AbortSignal) => Promise<Blob>;
  /** Renders the whole cutout with all edits. The caller closes the bitmap. */
  readonly renderCutout: () => Promise<ImageBitmap>;
  readonly editedMatte: (edits: MatteEdits<Edit>, signal: AbortSignal) => Promise<Matte>;
  /** Makes the edit that erases the thing under a stroke. The document does not contain it yet. */
  readonly retouch: (retouch: Pick<Retouch, 'points' | 'sizePx'>, options: JobOptions) => Promise<Retouched>;
  /** Makes the edits that replace areas by large blocks. The document does not contain them yet. */
  readonly pixelate: (areas: readonly PixelatedArea[], options: JobOptions) => Promise<readonly RetouchEdit[]>;
  /** Looks for a shadow that could be kept in the photograph. */
  readonly findShadow: (options: JobOptions) => Promise<ShadowFinding>;
  /** @returns the colour fringe, 0…100. At 100 the edge contains nothing of the old background. */
  readonly measureFringe: (signal: AbortSignal) => Promise<number>;
}

/**
 * @param compositor Closed with the last subscriber. It starts again by itself.
 * @param onPart Receives the changed part of the cutout. `undefined` restores the first cutout.
 * @param onEnd Called with the last subscriber, so that the caller frees its memory for painting.
 */
export function createRendering(
  document: ImageDocument,
  result: Pick<ImageSegmentation, 'png' | 'widthPx' | 'heightPx'>,
  compositor: Compositor<BackgroundParams, EncodingParams, EditParams>,
  onPart: (part: RefinedPart | undefined) => void,
  onEnd: () => void,
  registries: Pick<EditorRegistries, 'backgrounds' | 'formats' | 'getLayerNames'> = builtInRegistries,
): Rendering {
  const { history } = document;
  const needs: Record<RenderNeed, number> = { view: 0, fine: 0, backdrop: 0, subject: 0, file: 0 };
  const targetOf = createKeyedTargets(document, result, registries);
  let lifetime: AbortController | undefined;
  let stopListening: (() => void) | undefined;
  let listenerCount = 0;
  let target = targetOf(history.getState().state);
  const getTarget = () => target;
  const getLifetime = () => lifetime?.signal;
  const files = createFilePipeline({
    result,
    compositor,
    getTarget,
    getLifetime,
    isNeeded: () => needs.file > 0,
    getFile: () => getState().file,
    setFile: (file) => update({ file }),
    setEnlarging: (enlarging) => update({ enlarging }),
  });
  const { setState, ...store } = createStore<RenderingState>(atRest);
  const { getState } = store;
  const cutout = createCutoutPipeline({ compositor, getTarget, getLifetime, getState, update, onPart });
  const views = createViewPipeline({ compositor, getTarget, getLifetime, needs, getState, update });

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
      subject: undefined,
      cutoutVersion: 0,
      settledEdits: 0,
      idleEdit: undefined,
      isRefining: false,
      failure: undefined,
      file: files.fileAtRest(target),
      enlarging: undefined,
      enlargingView: undefined,
    };
  }

  function update(next: Partial<RenderingState>): void {
    const before = getState();
    setState(next);
    const after = getState();
    // The old bitmaps are closed after the update, when no listener shows them any more.
    if (before.view !== after.view) before.view?.bitmap.close();
    if (before.backdrop !== after.backdrop) before.backdrop?.bitmap.close();
    if (before.subject !== after.subject) before.subject?.bitmap.close();
  }

  function follow(): void {
    const { state, isPreview } = history.getState();
    const before = target;
    target = targetOf(state);
    const { params, background, isCutout } = target;
    const { widthPx, heightPx } = params.transform;
    const isNew = target.key !== before.key;
    update({
      widthPx,
      heightPx,
      background,
      isCutout,
      settledEdits: cutout.settledEdits(),
      ...(isCutout && { view: undefined }),
      ...(isNew && { isViewCurrent: false }),
    });
    void cutout.refine();
    if (target.backdropKey !== before.backdropKey) views.composeBackdrop();
    if (isNew) views.composeView(isPreview);
    if (isNew) views.composeSubject(isPreview);
    if (isNew || !isSameFile(before.state.export, state.export, registries)) files.restart(isPreview ? idleDelayMs : 0);
  }

  function begin(): void {
    lifetime = new AbortController();
    compositor.start();
    stopListening = history.subscribe(follow);
    update(atRest());
    void cutout.refine();
    views.composeView(false);
    views.composeBackdrop();
    views.composeSubject(false);
    files.restart(0);
  }

  function stop(): void {
    stopListening?.();
    stopListening = undefined;
    lifetime?.abort();
    lifetime = undefined;
    compositor.close();
    cutout.reset();
    onEnd();
    update(atRest());
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
        if (kind === 'file') files.need();
        else if (kind === 'backdrop') views.composeBackdrop();
        else if (kind === 'subject') views.composeSubject(false);
        else if (kind === 'view' || getState().view?.quality === 'draft') views.composeView(false);
      }
      return () => {
        needs[kind] -= 1;
      };
    },
    retry() {
      update({ failure: undefined });
      void cutout.refine();
      views.composeView(false);
      files.restart(0);
    },
    writeFile: files.write,
    async writePng(signal) {
      const { state } = target;
      const png = targetOf({ ...state, export: { ...initialState.export, quality: state.export.quality } });
      return (await files.encode(png, signal)).file;
    },
    async writeMatte(signal) {
      return (await compositor.encodeMatte(target.params.edits, { signal })).file;
    },
    renderCutout: async () => (await compositor.render({ edits: target.params.edits }, { quality: 'full' })).bitmap,
    async editedMatte(edits, signal) {
      const matte = await compositor.editMatte(edits, { signal });
      if (edits === history.getState().state.matte) keepEditedMatte(document, matte);
      return matte;
    },
    retouch: (stroke, options) => {
      const { params, background } = target;
      return compositor.retouch(params.edits, { ...stroke, showsBackground: background.followsImage }, options);
    },
    pixelate: (areas, options) => compositor.pixelate(target.params.edits, areas, options),
    findShadow: (options) => compositor.findShadow(target.params.edits, options),
    measureFringe: (signal) => compositor.measureFringe(target.params.edits, { signal }),
  };
}

/** @returns whether two export options write the same file. The quality counts only for formats that have one. */
function isSameFile(one: ExportOptions, other: ExportOptions, { formats }: Pick<EditorRegistries, 'formats'>): boolean {
  const normalised = (options: ExportOptions) => {
    const { id: format, hasQuality } = formatOf(options.format, formats);
    return { ...options, format, quality: hasQuality ? options.quality : 0 };
  };
  return JSON.stringify(normalised(one)) === JSON.stringify(normalised(other));
}
