import type { Matte } from '@isola/imaging';
import type { SegmentOptions } from '@isola/segmenter';
import { useEffect, useRef, useState } from 'react';

import { withAddedLayer } from '../../document/layers.ts';
import { newSubject, newSubjectId } from '../../document/new-layer.ts';
import type { Editor } from '../../editor.ts';
import type { Failure } from '../../model/failure.ts';
import { besideSubject } from '../../rendering/arrange-subjects.ts';
import { initialState } from '../../schema/initial-state.ts';
import { useEditorHost } from '../session/editor-host.tsx';

type Progress = Parameters<NonNullable<SegmentOptions['onProgress']>>[0];

/** State of the work on another subject. */
export type AddingState =
  | { readonly state: 'idle' }
  | { readonly state: 'working'; readonly progress?: Progress; readonly stageStartedAtMs: number }
  | { readonly state: 'failed'; readonly failure: Failure | 'nothing'; readonly file: File };

export interface SubjectAdding {
  readonly adding: AddingState;
  /** Cuts the subject out of a file and adds it. Another file that is being cut out is given up. */
  readonly take: (file: File) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/**
 * Cuts subjects out of other files and adds them to the document. Unmounting ends the work.
 * @param onAdded called with the name of the subject that was added.
 */
export function useSubjectAdding(editor: Editor, onAdded: (name: string) => void): SubjectAdding {
  const { loadSegmenter } = useEditorHost();
  const [adding, setAdding] = useState<AddingState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

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

  const run = async (file: File) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setAdding({ state: 'working', stageStartedAtMs: performance.now() });
    try {
      const cut = await cutOut(file, own.signal);
      if (own.signal.aborted) return;
      if ('failure' in cut) return setAdding({ state: 'failed', failure: cut.failure, file });
      const matte = await editedMatte(editor, own.signal);
      if (own.signal.aborted) return;
      const { document } = editor;
      const { state } = document.history.getState();
      const image = document.addBackgroundImage(cut.picture, newSubjectId());
      const layer = besideSubject(newSubject(image, file.name), cut.size, state, matte);
      document.history.commit('add-subject', withAddedLayer(state, layer));
      editor.layerSelection.select(layer.id);
      setAdding({ state: 'idle' });
      onAdded(layer.subject?.name ?? '');
    } catch (error) {
      if (own.signal.aborted) return;
      const { failureOf } = await import('../../import/open-file.ts');
      setAdding({ state: 'failed', failure: failureOf(error), file });
    }
  };

  return {
    adding,
    take: (file) => void run(file),
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
