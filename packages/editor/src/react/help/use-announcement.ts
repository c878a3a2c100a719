import { useEffect, useRef, useState } from 'react';

/**
 * Time for which the text is empty before an announcement, in ms. Long enough for screen readers to notice the change.
 */
const emptyMs = 50;
const shownMs = 4000;

/** @returns the current announcement, and a function that makes a new one. A repeated text is announced again. */
export function useAnnouncement(): readonly [said: string, say: (words: string) => void] {
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (words: string) => {
    clearTimeout(timer.current);
    // Screen readers do not announce a text that does not change.
    setSaid('');
    timer.current = setTimeout(() => {
      setSaid(words);
      timer.current = setTimeout(() => setSaid(''), shownMs);
    }, emptyMs);
  };
  return [said, say];
}
