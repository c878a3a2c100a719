import { useEffect } from 'react';

/** After a reload in mid-work all of it is there again. */
export function useReopenLast(): void {
  useEffect(() => {
    if (hasOpenPhoto()) {
      // What the network does not bring now is still kept, and offered beneath the drop zone the next time.
      void import('./reopen-last.ts').then(({ reopenLast }) => reopenLast()).catch(() => undefined);
    }
  }, []);
}

function hasOpenPhoto(): boolean {
  try {
    return sessionStorage.getItem('isola:open') !== null;
  } catch {
    // Storage is closed to this page: nothing was kept.
    return false;
  }
}
