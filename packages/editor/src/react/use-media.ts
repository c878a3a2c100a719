import { useSyncExternalStore } from 'react';

/**
 * Follows a media query.
 * @param query CSS media query.
 * @returns whether the query currently matches.
 */
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
