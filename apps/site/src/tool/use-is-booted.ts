import { useSyncExternalStore } from 'react';

/** @returns false for the first render, which agrees with the prerendered page. The component is rendered twice: take a small one. */
export function useIsBooted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function never(): () => void {
  return () => undefined;
}
