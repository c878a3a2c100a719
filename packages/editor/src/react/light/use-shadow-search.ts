import type { ShadowRefusal } from '@isola/imaging';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import type { Editor } from '../../editor.ts';
import type { Failure } from '../../model/failure.ts';
import { failureOf } from '../../rendering/rendering-failure.ts';

type History = ImageDocument['history'];

export interface ShadowSearch {
  readonly isBusy: boolean;
  /** Reason why the photograph has no shadow that could be kept. A change of the matte forgets it. */
  readonly refusal: ShadowRefusal | undefined;
  readonly failure: Failure | undefined;
  readonly start: () => void;
  readonly cancel: () => void;
}

type Outcome = { readonly refusal: ShadowRefusal; readonly matte: object } | { readonly failure: Failure };

/**
 * Looks for the shadow of a photograph when it is asked to.
 * @param onFound called when there is one.
 */
export function useShadowSearch(history: History, rendering: Editor['rendering'], onFound: () => void): ShadowSearch {
  const matte = useStore(history, ({ state }) => state.matte);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef<AbortController>(undefined);
  // The search ends with the panel.
  useEffect(() => () => running.current?.abort(), []);

  const search = async (signal: AbortSignal) => {
    const searched = history.getState().state.matte;
    try {
      const { refusal } = await rendering.findShadow({ signal });
      signal.throwIfAborted();
      if (refusal) setOutcome({ refusal, matte: searched });
      else onFound();
    } catch (error) {
      if (!signal.aborted) setOutcome({ failure: failureOf(error) });
    } finally {
      if (running.current?.signal === signal) setBusy(false);
    }
  };

  return {
    isBusy,
    refusal: outcome && 'refusal' in outcome && outcome.matte === matte ? outcome.refusal : undefined,
    failure: outcome && 'failure' in outcome ? outcome.failure : undefined,
    start() {
      running.current?.abort();
      running.current = new AbortController();
      setOutcome(undefined);
      setBusy(true);
      void search(running.current.signal);
    },
    cancel() {
      running.current?.abort();
      setBusy(false);
    },
  };
}

/** Returns why the shown result lacks the shadow of the photograph, although it should have one: a preset may ask for it. */
export function useMissingShadow(history: History, rendering: Editor['rendering']): ShadowRefusal | undefined {
  const isWanted = useStore(history, ({ state }) => state.light.photographed !== undefined);
  const missing = useStore(rendering, ({ view, isViewCurrent }) => (isViewCurrent ? view?.missingShadow : undefined));
  return isWanted ? missing : undefined;
}
