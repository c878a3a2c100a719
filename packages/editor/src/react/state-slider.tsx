import { Slider, type SliderProps } from '@isola/ui/slider';
import { useRef } from 'react';
import { useStore } from 'zustand';

import type { ImageDocument } from '../document/image-document.ts';
import type { StepName } from '../model/step.ts';
import type { DocumentState } from '../schema/document-state.ts';

export interface StateSliderProps extends Omit<
  SliderProps,
  'value' | 'defaultValue' | 'onValueChange' | 'onValueCommit'
> {
  history: ImageDocument['history'];
  /** Name of the step that a move commits. */
  stepName: StepName;
  /** @returns the slider's value in a state. */
  read: (state: DocumentState) => number;
  /** @returns the state with another value of the slider. */
  write: (state: DocumentState, value: number) => DocumentState;
  /** Value that a double click or Delete sets. Without it, neither does anything. */
  initialValue?: number | undefined;
}

/**
 * Slider for a number of the document's state. It previews each move and commits one step at the end. While it moves,
 * no other component of the editor has to render.
 */
export function StateSlider({ history, stepName, read, write, initialValue, ...props }: StateSliderProps) {
  const value = useStore(history, ({ state }) => read(state));
  // A preview of 0 may have removed a setting that the slider does not set, such as the colour of an outline.
  const withValue = (next: number) => write(history.committed(), next);
  const reset = () => initialValue !== undefined && history.commit(stepName, withValue(initialValue));
  /** Committed states at the last two presses of the pointer. A press commits earlier keys, and its release the move. */
  const beforePresses = useRef<readonly DocumentState[]>([]);
  const resetByClicks = () => {
    if (initialValue === undefined) return;
    const [before] = beforePresses.current;
    // Each of the two clicks may have moved the slider. The moves are no steps of their own.
    for (let click = 0; click < 2 && history.committed() !== before; click += 1) history.undo();
    reset();
  };
  return (
    <Slider
      {...props}
      onPointerDown={() => {
        beforePresses.current = [...beforePresses.current.slice(-1), history.committed()];
      }}
      onDoubleClick={resetByClicks}
      onKeyDown={(event) => {
        if (initialValue === undefined || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
        event.preventDefault();
        reset();
      }}
      value={value}
      onValueChange={(next) => history.preview(withValue(next))}
      onValueCommit={(next) => history.commit(stepName, withValue(next))}
    />
  );
}
