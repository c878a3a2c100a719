import { useEffect, useRef, useState } from 'react';

/** Long enough for screen readers to notice. */
const emptyMs = 50;
const shownMs = 4000;

/** @returns the last announcement while it is shown, and a function for a new one; the same text is announced again. */
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
