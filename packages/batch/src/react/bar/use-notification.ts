import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Batch } from '../../batch.ts';
import { countItems } from '../list/list-entries.ts';

export interface BatchNotification {
  /** `denied` when the user or the browser does not allow notifications. */
  readonly state: 'off' | 'on' | 'denied';
  /** Turns notifications on or off. The browser asks for permission when they are turned on. */
  readonly turn: (isOn: boolean) => void;
}

/**
 * Shows a system notification when the batch is done, unless the page has the focus. Use it in a component that is
 * mounted as long as the batch is open. The bar is not, because the editor replaces it.
 */
export function useNotification(batch: Batch): BatchNotification {
  const { t } = useTranslation(['batch', 'messages']);
  const [state, setState] = useState<BatchNotification['state']>('off');
  const onComplete = useEffectEvent((done: number, failed: number) => {
    if (state !== 'on' || document.hasFocus()) return;
    const body = failed > 0 ? t('done.failed', { count: failed }) : undefined;
    try {
      const note = new Notification(t('messages:batch.done', { count: done }), {
        ...(body && { body }),
        tag: 'isola-batch',
      });
      note.addEventListener('click', () => focus());
    } catch {
      // Chromium on Android allows notifications only from service workers. The tab's title shows the progress instead.
    }
  });
  useEffect(() => {
    let wasOpen = false;
    const update = () => {
      const { open, done, failed, total } = countItems(batch.getState().items);
      if (wasOpen && open === 0 && total > 0) onComplete(done, failed);
      wasOpen = open > 0;
    };
    update();
    return batch.subscribe(update);
  }, [batch]);
  const turn = async (isOn: boolean) => {
    if (!isOn) return setState('off');
    const permission = await Notification.requestPermission();
    return setState(permission === 'granted' ? 'on' : 'denied');
  };
  return { state, turn: (isOn) => void turn(isOn) };
}
