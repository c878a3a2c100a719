import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Batch } from '../../batch.ts';
import { countItems } from '../list/list-entries.ts';

export interface BatchNotification {
  /** `denied`: the browser does not allow it. */
  readonly state: 'off' | 'on' | 'denied';
  /** The browser asks for leave when it is switched on, and not before. */
  readonly turn: (isOn: boolean) => void;
}

/**
 * Has the system say when the batch is done, unless the page has the focus then. It belongs where it stays for as long as the
 * batch is open: the bar with its switch is gone while an image is in the editor.
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
      // Chromium on Android lets service workers alone notify; the tab's title says the same.
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
