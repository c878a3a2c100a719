import { useReducer } from 'react';

/** Results whose doubts were put away. */
export const dismissedDoubts = new WeakSet<object>();

export interface Dismissal {
  readonly isDismissed: boolean;
  readonly dismiss: () => void;
}

/**
 * Puts a note away for as long as the page is open, also when its panel is closed and opened again.
 * @param dismissed subjects whose note was put away; it lives outside the component, which comes and goes with its panel.
 * @param subject what the note is about, such as the image.
 */
export function useDismissal(dismissed: WeakSet<object>, subject: object): Dismissal {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  return {
    isDismissed: dismissed.has(subject),
    dismiss() {
      dismissed.add(subject);
      renderAgain();
    },
  };
}
