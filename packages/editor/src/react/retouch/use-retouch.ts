import type { AreaRefusal } from '@isola/imaging';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { addEdit } from '../../document/add-edit.ts';
import type { Stroke } from '../../edits/stroke.ts';
import type { Editor } from '../../editor.ts';
import type { Failure } from '../../model/failure.ts';
import { failureOf } from '../../rendering/rendering-failure.ts';

export interface RetouchWork {
  /** Strokes whose areas are not filled yet, the oldest first. */
  readonly pending: readonly Stroke[];
  /** Progress of the oldest stroke, 0…1. */
  readonly progress: number;
  /** Reason why the last area was not filled. */
  readonly refusal: AreaRefusal | undefined;
  readonly failure: Failure | undefined;
  /** Fills the area of a stroke, after those of earlier strokes, as one step. */
  readonly fill: (stroke: Stroke) => void;
  /** Fills the area of the last failure again. */
  readonly retry: () => void;
  /** Gives up all areas that are not filled yet. */
  readonly cancel: () => void;
  /** Hides the note about the last area. */
  readonly dismiss: () => void;
}

interface Outcome {
  readonly stroke: Stroke;
  readonly refusal?: AreaRefusal;
  readonly failure?: Failure;
}

/** @param say announces what a stroke did. */
export function useRetouch({ document, rendering, registries }: Editor, say: (words: string) => void): RetouchWork {
  const { t } = useTranslation('editor');
  const [pending, setPending] = useState<readonly Stroke[]>([]);
  const [progress, setProgress] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  const queue = useRef(Promise.resolve());
  const running = useRef(new AbortController());
  // Fillings end with the stage of the tool.
  useEffect(() => {
    running.current = new AbortController();
    return () => running.current.abort();
  }, []);

  const fillNow = async (stroke: Stroke, signal: AbortSignal) => {
    try {
      signal.throwIfAborted();
      setProgress(0);
      const { edit, refusal } = await rendering.retouch(stroke, {
        signal,
        onProgress: ({ stage, loaded, total }) => stage === 'fill' && setProgress(loaded / total),
      });
      signal.throwIfAborted();
      if (refusal) setOutcome({ stroke, refusal });
      else if (addEdit(document, edit, registries.edits)) say(t('retouch.done'));
    } catch (error) {
      if (!signal.aborted) setOutcome({ stroke, failure: failureOf(error) });
    } finally {
      setPending((strokes) => strokes.filter((each) => each !== stroke));
    }
  };

  const fill = (stroke: Stroke) => {
    const { signal } = running.current;
    setOutcome(undefined);
    setPending((strokes) => [...strokes, stroke]);
    queue.current = queue.current.then(() => fillNow(stroke, signal));
  };

  return {
    pending,
    progress,
    refusal: outcome?.refusal,
    failure: outcome?.failure,
    fill,
    retry: () => outcome && fill(outcome.stroke),
    cancel() {
      running.current.abort();
      running.current = new AbortController();
      if (pending.length > 0) say(t('refine.said.abandoned'));
    },
    dismiss: () => setOutcome(undefined),
  };
}
