import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface HistoryState<State, Step> {
  /** State to show: the preview, while there is one. */
  readonly state: State;
  /** True while `state` is a preview that has not been committed. */
  readonly isPreview: boolean;
  /** The step that `undo` takes back; undefined where there is nothing before. */
  readonly undoable: Step | undefined;
  /** The step that `redo` brings again. */
  readonly redoable: Step | undefined;
}

export interface History<State, Step> extends ReadonlyStore<HistoryState<State, Step>> {
  /** Shows a state that is no step yet: while a hand still moves. */
  readonly preview: (state: State) => void;
  /** Takes a step. Whatever was undone before it is forgotten; a step that changes nothing is none. */
  readonly commit: (step: Step, state: State) => void;
  /**
   * Changes every state alike, past and undone ones too: a setting that is no step, and that no undo changes. A step that
   * differed from the one before in that setting alone is forgotten.
   */
  readonly amend: (change: (state: State) => State) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** All of it as plain data, from which `createHistory` makes the same again. */
  readonly dump: () => SavedHistory<State, Step>;
}

export interface SavedHistory<State, Step> {
  /** Oldest first. Never empty. A step of the first can no longer be undone. */
  readonly past: readonly { readonly state: State; readonly step: Step | undefined }[];
  /** Which of them is the present one. */
  readonly at: number;
}

/** Enough for a long evening; what is older can no longer be undone. */
const maxSteps = 500;

/**
 * States of plain data in the order in which they came, each with the name of the step that led to it.
 * @param start what undoing everything leads back to.
 * @param kept of an earlier visit, to go on with.
 */
export function createHistory<State, Step>(start: State, kept?: SavedHistory<State, Step>): History<State, Step> {
  let past: SavedHistory<State, Step>['past'] = kept?.past ?? [{ state: start, step: undefined }];
  let at = kept?.at ?? 0;
  const { setState, ...store } = createStore(settled);

  function current(): State {
    return past[at]?.state ?? start;
  }

  function settled(): HistoryState<State, Step> {
    return {
      state: current(),
      isPreview: false,
      undoable: at > 0 ? past[at]?.step : undefined,
      redoable: past[at + 1]?.step,
    };
  }

  return {
    ...store,
    preview: (state) => setState({ state, isPreview: true }),
    commit(step, state) {
      if (!isSame(state, current())) {
        past = [...past.slice(0, at + 1), { state, step }].slice(-maxSteps - 1);
        at = past.length - 1;
      }
      setState(settled());
    },
    amend(change) {
      const present = past[at];
      const amended = past.map((entry) => ({ ...entry, state: change(entry.state), isPresent: entry === present }));
      const kept: (typeof amended)[number][] = [];
      for (const entry of amended) {
        const before = kept.at(-1);
        if (before && isSame(entry.state, before.state)) before.isPresent ||= entry.isPresent;
        else kept.push(entry);
      }
      at = kept.findIndex(({ isPresent }) => isPresent);
      past = kept.map(({ state, step }) => ({ state, step }));
      setState(settled());
    },
    undo() {
      at = Math.max(0, at - 1);
      setState(settled());
    },
    redo() {
      at = Math.min(past.length - 1, at + 1);
      setState(settled());
    },
    dump: () => ({ past, at }),
  };
}

/** Plain data alone is kept here; what two states share, as they do all earlier strokes, is not looked into. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const [mine, theirs] = [setEntries(one), new Map(setEntries(other))];
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}

/** A field that is undefined says what one says that is not there. */
function setEntries(object: object): [string, unknown][] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}
