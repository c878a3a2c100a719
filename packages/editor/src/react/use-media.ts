import { useSyncExternalStore } from 'react';

/** @param query of media, in CSS. @returns whether it holds just now. */
export function useMedia(query: string): boolean {
  const matches = () => matchMedia(query).matches;
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches,
    () => false,
  );
}
