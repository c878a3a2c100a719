import { useEffect, useRef, useState } from 'react';

const shownMs = 4000;

/** @returns the last words, for as long as they are read, and what says new ones. */
export function useSaid(): readonly [said: string, say: (words: string) => void] {
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (words: string) => {
    setSaid(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(''), shownMs);
  };
  return [said, say];
}
