import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface HistoryState<State, Step> {
  /** State to show. While there is a preview, it is the preview. */
  readonly state: State;
  /** True while `state` is a preview that has not been committed. */
  readonly isPreview: boolean;
  /** Step that `undo` takes back; undefined at the first state. */
  readonly undoable: Step | undefined;
  /** Step that `redo` restores; undefined at the last state. */
  readonly redoable: Step | undefined;
}

export interface History<State, Step> extends ReadonlyStore<HistoryState<State, Step>> {
  /** Returns the state without the preview. */
  readonly committed: () => State;
  /** Shows a state without committing it, for example during a drag. */
  readonly preview: (state: State) => void;
  /** Adds a step and discards the undone ones. A step that changes nothing is not added. */
  readonly commit: (step: Step, state: State) => void;
  /**
   * Changes every state in the same way, past and undone ones included, for a setting that no undo changes. A step that
   * differed from the one before only in that setting is removed.
   */
  readonly amend: (change: (state: State) => State) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Returns the whole history as plain data, from which `createHistory` restores it. */
  readonly dump: () => SavedHistory<State, Step>;
}

export interface SavedHistory<State, Step> {
  /**
   * States with the steps that led to them, the oldest first. It is never empty. The step of the first state can no
   * longer be undone.
   */
  readonly past: readonly { readonly state: State; readonly step: Step | undefined }[];
  /** Index of the current state. */
  readonly at: number;
}

/** Largest number of steps. Older ones can no longer be undone. */
const maxSteps = 500;

/**
 * Creates a history of states of plain data. Each state has the name of the step that led to it.
 * @param start First state, to which undoing everything returns.
 * @param kept Saved history of an earlier visit, which this one continues.
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
    committed: current,
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

/**
 * Compares plain data. Objects that both states share, such as all earlier strokes, are equal without being compared.
 */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const [mine, theirs] = [setEntries(one), new Map(setEntries(other))];
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}

/** @returns the fields that are set. An undefined field equals a missing one. */
function setEntries(object: object): [string, unknown][] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}
