import type { AreaRefusal, JobOptions, Retouched } from '@isola/imaging';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { addEdits } from '../../document/add-edit.ts';
import type { RetouchMode } from '../../brush/create-retouch-mode.ts';
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
  /** Fills or blurs the area of a stroke, after those of earlier strokes, as one step. */
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
  readonly mode: RetouchMode;
  readonly refusal?: AreaRefusal;
  readonly failure?: Failure;
}

/** @param say announces what a stroke did. */
export function useRetouch(editor: Editor, say: (words: string) => void): RetouchWork {
  const { document, registries, retouchMode } = editor;
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

  const fillNow = async (stroke: Stroke, mode: RetouchMode, signal: AbortSignal) => {
    try {
      signal.throwIfAborted();
      setProgress(0);
      const { edit, refusal } = await retouched(editor, stroke, mode, {
        signal,
        onProgress: ({ stage, loaded, total }) => stage === 'fill' && setProgress(loaded / total),
      });
      signal.throwIfAborted();
      if (refusal) setOutcome({ stroke, mode, refusal });
      else if (addEdits(document, [edit], mode === 'fill' ? 'retouch' : 'blur-area', registries.edits))
        say(t(mode === 'fill' ? 'retouch.done' : 'retouch.blurDone'));
    } catch (error) {
      if (!signal.aborted) setOutcome({ stroke, mode, failure: failureOf(error) });
    } finally {
      setPending((strokes) => strokes.filter((each) => each !== stroke));
    }
  };

  const fill = (stroke: Stroke, mode = retouchMode.getState()) => {
    const { signal } = running.current;
    setOutcome(undefined);
    setPending((strokes) => [...strokes, stroke]);
    queue.current = queue.current.then(() => fillNow(stroke, mode, signal));
  };

  return {
    pending,
    progress,
    refusal: outcome?.refusal,
    failure: outcome?.failure,
    fill,
    retry: () => outcome && fill(outcome.stroke, outcome.mode),
    cancel() {
      running.current.abort();
      running.current = new AbortController();
      if (pending.length > 0) say(t('refine.said.abandoned'));
    },
    dismiss: () => setOutcome(undefined),
  };
}

/** Makes the edit of a stroke. A blurred area may be of any size, but some of it must lie in the image. */
async function retouched(
  { rendering }: Editor,
  stroke: Stroke,
  mode: RetouchMode,
  options: JobOptions,
): Promise<Retouched> {
  if (mode === 'fill') return rendering.retouch(stroke, options);
  const { points, sizePx } = stroke;
  const [edit] = await rendering.pixelate([{ kind: 'stroke', points: [...points], sizePx }], options);
  return edit ? { edit } : { refusal: 'nothing-there' };
}
