import { useSyncExternalStore } from 'react';

/**
 * Returns false in the first render, which must match the prerendered page, and true after that. The component renders
 * twice, so the hook should be used in small components.
 */
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
