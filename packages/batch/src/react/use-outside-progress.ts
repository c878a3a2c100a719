import { useEffect } from 'react';

import type { Batch } from '../batch.ts';
import { countItems } from './list/list-entries.ts';

const countInFront = /^\d+\/\d+ · /;

interface Badge {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** Shows the progress of the batch outside the page: in the tab's title, and on the icon of the installed app. */
export function useOutsideProgress(batch: Batch | undefined, onComplete: (count: number) => void): void {
  useEffect(() => {
    if (!batch) return undefined;
    let wasOpen = countItems(batch.getState().items).open > 0;
    let shown: string | undefined;
    const badge: Badge = navigator;
    const update = () => {
      const { total, open, done } = countItems(batch.getState().items);
      const text = open > 0 ? `${total - open}/${total}` : '';
      if (text !== shown) {
        shown = text;
        const title = document.title.replace(countInFront, '');
        document.title = text ? `${text} · ${title}` : title;
        // Without an installed app there is no icon, and the call rejects.
        const said = open > 0 ? badge.setAppBadge?.(open) : badge.clearAppBadge?.();
        said?.catch(() => undefined);
      }
      // A batch whose images all failed or were removed is no success.
      if (wasOpen && open === 0 && done > 0) onComplete(done);
      wasOpen = open > 0;
    };
    update();
    const stop = batch.subscribe(update);
    return () => {
      stop();
      document.title = document.title.replace(countInFront, '');
      badge.clearAppBadge?.().catch(() => undefined);
    };
  }, [batch, onComplete]);
}
