import { useState } from 'react';

export type CopyOutcome = 'idle' | 'done' | 'failed';

/** @returns what became of the last copy of this text, and what puts it into the clipboard. */
export function useCopyText(text: string): readonly [outcome: CopyOutcome, copy: () => Promise<void>] {
  const [last, setLast] = useState<{ readonly text: string; readonly outcome: CopyOutcome }>();
  const copy = async () => {
    // Emptied first, so that a second copy is announced again.
    setLast(undefined);
    try {
      // An insecure origin has no clipboard: then this throws, too.
      await navigator.clipboard.writeText(text);
      setLast({ text, outcome: 'done' });
    } catch {
      setLast({ text, outcome: 'failed' });
    }
  };
  return [last?.text === text ? last.outcome : 'idle', copy];
}
