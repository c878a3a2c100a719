import { useReducer } from 'react';

/** Results whose doubts were dismissed. */
export const dismissedDoubts = new WeakSet<object>();

export interface Dismissal {
  readonly isDismissed: boolean;
  readonly dismiss: () => void;
}

/**
 * Dismisses a note for as long as the page is open, even if its panel is closed and opened again.
 * @param dismissed Subjects whose note was dismissed. It must live outside the component, which is unmounted with its
 * panel.
 * @param subject Object that the note is about, such as the image.
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
