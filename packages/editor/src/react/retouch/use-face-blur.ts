import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';

import { addEdits } from '../../document/add-edit.ts';
import type { Editor } from '../../editor.ts';
import { FacesError, type FindFaces, findFaces } from '../../image/find-faces.ts';
import type { Failure } from '../../model/failure.ts';
import { failureOf } from '../../rendering/rendering-failure.ts';

export type FaceBlurState =
  | { readonly state: 'idle' | 'busy' | 'full' }
  /** `count` faces were found and blurred, after which the image had these edits. */
  | { readonly state: 'done'; readonly count: number; readonly edits: readonly unknown[] }
  | { readonly state: 'failed'; readonly failure: Failure };

export interface FaceBlur {
  readonly outcome: FaceBlurState;
  readonly start: () => void;
  readonly cancel: () => void;
}

/**
 * Blurs all faces of an image as one step. A later step, or undo, forgets what was found.
 * @param find finds them; a test replaces it.
 */
export function useFaceBlur({ document, rendering, registries }: Editor, find: FindFaces = findFaces): FaceBlur {
  const [outcome, setOutcome] = useState<FaceBlurState>({ state: 'idle' });
  const current = useStore(document.history, ({ state }) => state.matte.edits);
  const running = useRef<AbortController>(undefined);
  // The search ends with the panel.
  useEffect(() => () => running.current?.abort(), []);

  const blur = async (signal: AbortSignal) => {
    try {
      const faces = await find(document.image, { signal });
      const edits = faces.length > 0 ? await rendering.pixelate(faces, { signal }) : [];
      signal.throwIfAborted();
      const isAdded = edits.length === 0 || addEdits(document, edits, 'blur-area', registries.edits);
      const { state } = document.history.getState();
      setOutcome(isAdded ? { state: 'done', count: edits.length, edits: state.matte.edits } : { state: 'full' });
    } catch (error) {
      if (!signal.aborted) {
        setOutcome({ state: 'failed', failure: error instanceof FacesError ? error.failure : failureOf(error) });
      }
    }
  };

  return {
    outcome: outcome.state === 'done' && outcome.edits !== current ? { state: 'idle' } : outcome,
    start() {
      running.current?.abort();
      running.current = new AbortController();
      setOutcome({ state: 'busy' });
      void blur(running.current.signal);
    },
    cancel() {
      running.current?.abort();
      setOutcome({ state: 'idle' });
    },
  };
}
