import { useEffect } from 'react';

import { useSession } from './editor-host.tsx';

/**
 * Cancels the segmentation of the open image when Escape is pressed.
 * @param working True while the image is being segmented.
 * @example
 * useCancelOnEscape(session.state === 'working');
 */
export function useCancelOnEscape(working: boolean): void {
  const session = useSession();
  useEffect(() => {
    if (!working) return undefined;
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) session.cancel();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [session, working]);
}
