export interface HistorySnapshot<State, Step> {
  /** What is to be shown: a trial while there is one. */
  readonly state: State;
  /** Whether `state` is tried out and not a step yet. */
  readonly trial: boolean;
  /** The step that `undo` takes back; undefined at the beginning. */
  readonly undoable: Step | undefined;
  /** The step that `redo` brings again. */
  readonly redoable: Step | undefined;
}

export interface History<State, Step> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => HistorySnapshot<State, Step>;
  /** Shows a state that is no step yet: while a hand still moves. */
  readonly attempt: (state: State) => void;
  /** Takes a step. Whatever was undone before it is forgotten; a step that changes nothing is none. */
  readonly step: (step: Step, state: State) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Enough for a long evening; what is older can no longer be undone. */
const mostSteps = 200;

/**
 * States of plain data in the order in which they came, each with the name of the step that led to it.
 * @param start what undoing everything leads back to.
 */
export function createHistory<State, Step>(start: State): History<State, Step> {
  const listeners = new Set<() => void>();
  let past: readonly { readonly state: State; readonly step: Step | undefined }[] = [{ state: start, step: undefined }];
  let at = 0;
  let snapshot: HistorySnapshot<State, Step> = { state: start, trial: false, undoable: undefined, redoable: undefined };

  const current = () => past[at]?.state ?? start;

  function tell(trial?: { readonly state: State }): void {
    snapshot = {
      state: trial ? trial.state : current(),
      trial: trial !== undefined,
      undoable: past[at]?.step,
      redoable: past[at + 1]?.step,
    };
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    attempt: (state) => tell({ state }),
    step(step, state) {
      if (!isSame(state, current())) {
        past = [...past.slice(0, at + 1), { state, step }].slice(-mostSteps - 1);
        at = past.length - 1;
      }
      tell();
    },
    undo() {
      at = Math.max(0, at - 1);
      tell();
    },
    redo() {
      at = Math.min(past.length - 1, at + 1);
      tell();
    },
  };
}

/** Plain data alone is kept here. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
