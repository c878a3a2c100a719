import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { addEdit } from '../../document/add-edit.ts';
import type { ObjectClick } from '../../edits/object.ts';
import type { Editor } from '../../editor.ts';
import type { Failure } from '../../model/failure.ts';
import { initialState } from '../../schema/initial-state.ts';
import { useEditorHost } from '../session/editor-host.tsx';

export interface ObjectClicks {
  /** Number of clicks whose objects are being looked for. */
  readonly waiting: number;
  /** Reason why the last object could not be found. */
  readonly failure: Failure | undefined;
  /** Looks for the object at a click, after those of earlier clicks, and adds or removes it as one step. */
  readonly find: (click: ObjectClick) => void;
  /** Looks for the object of the last failure again. */
  readonly retry: () => void;
  /** Gives up all clicks that wait. */
  readonly cancel: () => void;
}

/** Asks the segmenter for the objects that the user clicks. @param say announces that a click changes nothing. */
export function useObjectClicks(editor: Editor, say: (words: string) => void): ObjectClicks {
  const { t } = useTranslation('editor');
  const { loadSegmenter } = useEditorHost();
  const [waiting, setWaiting] = useState(0);
  const [failed, setFailed] = useState<{ readonly click: ObjectClick; readonly failure: Failure }>();
  const queue = useRef(Promise.resolve());
  const running = useRef(new AbortController());
  // Clicks end with the stage of the brush.
  useEffect(() => {
    running.current = new AbortController();
    return () => running.current.abort();
  }, []);

  const look = async (click: ObjectClick, signal: AbortSignal) => {
    const { document, rendering, segmentation, registries } = editor;
    const [segmenter, { findObject }] = await Promise.all([loadSegmenter?.(), import('../../brush/find-object.ts')]);
    if (!segmenter) return;
    const { edits } = document.history.getState().state.matte;
    const shown = await rendering.editedMatte({ ...initialState.matte, edits }, signal);
    const { image } = document;
    const edit = await findObject(segmenter, click, { image, first: segmentation.matte, shown, signal });
    signal.throwIfAborted();
    if (edit) addEdit(document, edit, registries.edits);
    else say(t('refine.noEffect', { hint: t(`refine.hint.${click.action}`) }));
  };

  const find = (click: ObjectClick) => {
    const { signal } = running.current;
    setFailed(undefined);
    setWaiting((count) => count + 1);
    queue.current = queue.current.then(async () => {
      try {
        signal.throwIfAborted();
        await look(click, signal);
      } catch (error) {
        if (signal.aborted) return;
        const { failureOf } = await import('../../import/open-file.ts');
        setFailed({ click, failure: failureOf(error) });
      } finally {
        setWaiting((count) => count - 1);
      }
    });
  };

  return {
    waiting,
    failure: failed?.failure,
    find,
    retry: () => failed && find(failed.click),
    cancel() {
      running.current.abort();
      running.current = new AbortController();
    },
  };
}
