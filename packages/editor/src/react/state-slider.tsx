import { Slider, type SliderProps } from '@isola/ui/slider';
import { useStore } from 'zustand';

import type { ImageDocument } from '../document/image-document.ts';
import type { StepName } from '../model/step.ts';
import type { DocumentState } from '../schema/document-state.ts';

export interface StateSliderProps extends Omit<
  SliderProps,
  'value' | 'defaultValue' | 'onValueChange' | 'onValueCommit'
> {
  history: ImageDocument['history'];
  /** The step that a move of it is. */
  stepName: StepName;
  /** @returns its value in a state. */
  read: (state: DocumentState) => number;
  /** @returns the state with another value. */
  write: (state: DocumentState, value: number) => DocumentState;
}

/** A number of the document's state: previewed with each move, one step in the end. It alone is rendered as it moves. */
export function StateSlider({ history, stepName, read, write, ...props }: StateSliderProps) {
  const value = useStore(history, ({ state }) => read(state));
  const withValue = (next: number) => write(history.getState().state, next);
  return (
    <Slider
      {...props}
      value={value}
      onValueChange={(next) => history.preview(withValue(next))}
      onValueCommit={(next) => history.commit(stepName, withValue(next))}
    />
  );
}
