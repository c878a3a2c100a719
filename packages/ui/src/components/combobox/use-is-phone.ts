import { useSyncExternalStore } from 'react';

/** Windows that are narrower than 640 px, as in the style sheets. */
const query = '(width < 40rem)';

/** Returns true while the window is as narrow as a phone; false in prerendered HTML. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
