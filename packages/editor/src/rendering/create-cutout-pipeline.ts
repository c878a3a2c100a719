import {
  type BackgroundParams,
  type Compositor,
  type EditParams,
  type EncodingParams,
  isUnedited,
  type MatteEdits,
  type RefinedPart,
} from '@isola/imaging';

import type { Edit } from '../model/edit.ts';
import type { Failure } from '../model/failure.ts';
import { initialState } from '../schema/initial-state.ts';
import type { RenderTarget } from './render-target.ts';
import { failureOf } from './rendering-failure.ts';

export interface CutoutState {
  /** Incremented with every change of the cutout. */
  readonly cutoutVersion: number;
  /** Number of the state's edits, from the first, that the cutout contains. */
  readonly settledEdits: number;
  /** Last edit of the state, if the cutout contains it and it changed no pixel. */
  readonly idleEdit: Edit | undefined;
  /** True while the cutout lacks edits of the state. */
  readonly isRefining: boolean;
}

/** Applies the edits of the newest target to the cutout. */
export interface CutoutPipeline {
  /**
   * Refines the cutout until it contains all edits of the target. A newer state never aborts this work, because each
   * answer of the compositor contains only the change since the previous answer.
   */
  readonly refine: () => Promise<void>;
  /** @returns the number of the target's edits, from the first, that the cutout contains. */
  readonly settledEdits: () => number;
  /** Discards the refined state after the compositor was closed. The compositor starts from the first cutout again. */
  readonly reset: () => void;
}

export interface CutoutPipelineOptions {
  readonly compositor: Pick<Compositor<BackgroundParams, EncodingParams, EditParams>, 'refine'>;
  /** Returns the current target. */
  readonly getTarget: () => RenderTarget;
  /** Returns the signal that ends all work; undefined while there is no listener. */
  readonly getLifetime: () => AbortSignal | undefined;
  readonly getState: () => CutoutState;
  readonly update: (change: Partial<CutoutState> & { readonly failure?: Failure | undefined }) => void;
  /** Receives the changed part of the cutout. `undefined` restores the first cutout. */
  readonly onPart: (part: RefinedPart | undefined) => void;
}

export function createCutoutPipeline(options: CutoutPipelineOptions): CutoutPipeline {
  const { compositor, getTarget, getLifetime, getState, update, onPart } = options;
  let refined: MatteEdits<Edit> = initialState.matte;

  const targetEdits = () => getTarget().params.edits;

  return {
    async refine() {
      const signal = getLifetime();
      if (!signal || getState().isRefining || refined === targetEdits()) return;
      update({ isRefining: true, failure: undefined });
      try {
        while (refined !== targetEdits()) {
          const edits = targetEdits();
          const { part, isFirst, withoutEffect } = await compositor.refine(edits, { signal });
          refined = edits;
          // Without edits the cutout is the first one again. A worker that replaces a dead one also starts from the
          // first cutout.
          const isRestarted = (isFirst || isUnedited(edits)) && getState().cutoutVersion > 0;
          if (isRestarted) onPart(undefined);
          if (part) onPart(part);
          update({
            settledEdits: sharedEdits(refined, targetEdits()),
            idleEdit: withoutEffect.includes(edits.edits.length - 1) ? edits.edits.at(-1) : undefined,
            ...((isRestarted || part) && { cutoutVersion: getState().cutoutVersion + 1 }),
          });
        }
      } catch (error) {
        if (signal.aborted) return;
        update({ failure: failureOf(error) });
      } finally {
        if (!signal.aborted) update({ isRefining: false });
      }
    },
    settledEdits: () => sharedEdits(refined, targetEdits()),
    reset() {
      refined = initialState.matte;
    },
  };
}

/** @returns the number of leading edits that both have in common. */
function sharedEdits({ edits: one }: MatteEdits<Edit>, { edits: other }: MatteEdits<Edit>): number {
  const firstOther = one.findIndex((edit, index) => edit !== other[index]);
  return firstOther === -1 ? one.length : firstOther;
}
