import type { Conversion } from '@isola/convert';
import type { Matte } from '@isola/imaging';
import type { SegmentOptions } from '@isola/segmenter';
import { useEffect, useRef, useState } from 'react';

import { isTextField } from '../../commands/is-text-field.ts';
import { layersOf, withAddedLayer } from '../../document/layers.ts';
import { newSubject, newSubjectId } from '../../document/new-layer.ts';
import type { Editor } from '../../editor.ts';
import { untilSettled } from '../../history/until-settled.ts';
import type { CutSubject } from '../../import/cut-out-subject.ts';
import type { SavedSubject } from '../../import/subject-of-project.ts';
import type { Failure } from '../../model/failure.ts';
import type { LoadOutcome, ProjectStore } from '../../persistence/project-store.ts';
import { besideSubject } from '../../rendering/arrange-subjects.ts';
import { maxLayers } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { rememberPictureSize } from './picture-sizes.ts';

type Progress = Parameters<NonNullable<SegmentOptions['onProgress']>>[0];

/** A saved image whose subject can be added. */
export interface SavedImage {
  readonly id: string;
  readonly name: string;
}

/** State of the work on another subject. */
export type AddingState =
  /** `conversion` is present when the last subject's file was converted before. */
  | { readonly state: 'idle'; readonly conversion?: Conversion | undefined }
  | { readonly state: 'working'; readonly progress?: Progress; readonly stageStartedAtMs: number }
  /** The subject of a saved image is being read. Nothing is cut out. */
  | { readonly state: 'reading'; readonly id: string }
  /** `file` is what could not be read or cut out; undefined for an image that was to be added as it is. */
  | { readonly state: 'failed'; readonly failure: Failure; readonly file?: File; readonly retry: () => void }
  /** No subject was found. `whole` is the image of the file; undefined for a saved image. */
  | { readonly state: 'nothing'; readonly name: string; readonly whole?: CutSubject }
  /** The document has got as many layers as it can have while the subject was cut out. */
  | { readonly state: 'full' }
  /** A saved image could not be read. */
  | { readonly state: 'unreadable'; readonly why: Exclude<LoadOutcome['outcome'], 'loaded' | 'original'> };

export interface SubjectAdding {
  readonly adding: AddingState;
  /**
   * Cuts the subject out of a file and adds it. Another file that is being cut out is given up.
   * @param conversion what happened to the file when it was converted on the device.
   */
  readonly take: (file: File, conversion?: Conversion) => void;
  /** Adds the subject of a saved image, which is cut out already. */
  readonly takeSaved: (store: Pick<ProjectStore, 'load'>, image: SavedImage) => void;
  /** Adds an image as it is. */
  readonly addWhole: (whole: CutSubject, name: string) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/** A subject that was cut out, to be added. */
interface FoundSubject {
  readonly cut: CutSubject & Partial<SavedSubject>;
  readonly name: string;
  /** Present when the subject's file was converted before. */
  readonly conversion?: Conversion | undefined;
}

/**
 * Adds the subjects of other images to the document. Unmounting ends the work.
 * @param onAdded called with the name of the subject that was added.
 */
export function useSubjectAdding(editor: Editor, onAdded: (name: string) => void): SubjectAdding {
  const { loadSegmenter } = useEditorHost();
  const [adding, setAdding] = useState<AddingState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (): AbortSignal => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    return own.signal;
  };

  const add = async ({ cut, name, conversion }: FoundSubject, signal: AbortSignal) => {
    const { document } = editor;
    const matte = await editedMatte(editor, signal);
    await untilSettled(document.history, signal);
    if (signal.aborted) return;
    const { state } = document.history.getState();
    if (layersOf(state).length >= maxLayers) return setAdding({ state: 'full' });
    const image = document.addBackgroundImage(cut.picture, newSubjectId());
    rememberPictureSize(cut.picture, cut.size);
    const layer = besideSubject(newSubject(image, name, cut.tone), cut.size, state, matte);
    document.history.commit('add-subject', withAddedLayer(state, layer));
    // Letters that are being typed must not become shortcuts when their field goes.
    if (!isTextField(globalThis.document.activeElement)) editor.layerSelection.select(layer.id);
    setAdding({ state: 'idle', conversion });
    onAdded(layer.subject?.name ?? '');
  };

  const cutOut = async (file: File, signal: AbortSignal) => {
    const [segmenter, { cutOutSubject }] = await Promise.all([
      loadSegmenter?.(),
      import('../../import/cut-out-subject.ts'),
    ]);
    if (!segmenter) throw new Error('this page has no segmenter');
    const onProgress = (progress: Progress) => {
      if (signal.aborted) return;
      setAdding((before) => {
        const isSame = before.state === 'working' && before.progress?.stage === progress.stage;
        return { state: 'working', progress, stageStartedAtMs: isSame ? before.stageStartedAtMs : performance.now() };
      });
    };
    return cutOutSubject(file, { segmenter, signal, onProgress });
  };

  /** Does work whose failure is shown, with a way to do it again. */
  const attempt = async (
    act: (signal: AbortSignal) => Promise<void>,
    again: Pick<Extract<AddingState, { state: 'failed' }>, 'file' | 'retry'>,
  ) => {
    const signal = begin();
    try {
      await act(signal);
    } catch (error) {
      if (signal.aborted) return;
      const { failureOf } = await import('../../import/open-file.ts');
      setAdding({ state: 'failed', failure: failureOf(error), ...again });
    }
  };

  const take = (file: File, conversion?: Conversion): void => {
    const again = { file, retry: () => take(file, conversion) };
    const act = async (signal: AbortSignal) => {
      setAdding({ state: 'working', stageStartedAtMs: performance.now() });
      const cut = await cutOut(file, signal);
      if (signal.aborted) return;
      if (!('failure' in cut)) return await add({ cut, name: file.name, conversion }, signal);
      const { failure } = cut;
      setAdding(
        failure === 'nothing'
          ? { state: 'nothing', name: file.name, whole: cut.whole }
          : { state: 'failed', failure, ...again },
      );
    };
    void attempt(act, again);
  };

  const addWhole = (whole: CutSubject, name: string): void => {
    void attempt((signal) => add({ cut: whole, name }, signal), { retry: () => addWhole(whole, name) });
  };

  const runSaved = async (store: Pick<ProjectStore, 'load'>, { id, name }: SavedImage) => {
    const signal = begin();
    setAdding({ state: 'reading', id });
    try {
      const [loaded, { subjectOfProject }] = await Promise.all([
        store.load(id),
        import('../../import/subject-of-project.ts'),
      ]);
      if (signal.aborted) return;
      // An image without a result is not among those that are offered. It may have lost its result in another tab.
      if (loaded.outcome === 'original') return setAdding({ state: 'unreadable', why: 'missing' });
      if (loaded.outcome !== 'loaded') return setAdding({ state: 'unreadable', why: loaded.outcome });
      const found = await subjectOfProject(loaded.project, { signal, startWorker: editor.registries.startWorker });
      if (signal.aborted) return;
      if (found) await add({ cut: found, name }, signal);
      else setAdding({ state: 'nothing', name });
    } catch (error) {
      if (signal.aborted) return;
      reportError(error);
      setAdding({ state: 'unreadable', why: 'damaged' });
    }
  };

  return {
    adding,
    take,
    takeSaved: (store, image) => void runSaved(store, image),
    addWhole,
    cancel() {
      running.current?.abort();
      setAdding({ state: 'idle' });
    },
    dismiss: () => setAdding({ state: 'idle' }),
  };
}

/** Returns the matte with the edits of the document. Without edits, no worker has to be asked. */
async function editedMatte({ document, rendering, segmentation }: Editor, signal: AbortSignal): Promise<Matte> {
  const { edits } = document.history.getState().state.matte;
  return edits.length === 0 ? segmentation.matte : rendering.editedMatte({ ...initialState.matte, edits }, signal);
}
