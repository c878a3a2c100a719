import { useState } from 'react';

export type CopyOutcome = 'idle' | 'done' | 'failed';

/** Returns the outcome of the last copy of this text, and a function that copies the text to the clipboard. */
export function useCopyText(text: string): readonly [outcome: CopyOutcome, copy: () => Promise<void>] {
  const [last, setLast] = useState<{ readonly text: string; readonly outcome: CopyOutcome }>();
  const copy = async () => {
    // The outcome is reset first, so that screen readers announce a second copy again.
    setLast(undefined);
    try {
      // Insecure origins have no clipboard; then this line throws too.
      await navigator.clipboard.writeText(text);
      setLast({ text, outcome: 'done' });
    } catch {
      setLast({ text, outcome: 'failed' });
    }
  };
  return [last?.text === text ? last.outcome : 'idle', copy];
}
