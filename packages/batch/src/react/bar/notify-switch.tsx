import { Switch } from '@isola/ui/switch';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch } from '../batch-context.tsx';
import { countItems } from '../list/list-entries.ts';

/** Has the system say when the batch is done. The browser asks for leave when it is switched on, and not before. */
export function NotifySwitch() {
  const { t } = useTranslation(['batch', 'messages']);
  const batch = useBatch();
  const [state, setState] = useState<'off' | 'on' | 'denied'>('off');
  const isOn = useRef(false);
  useEffect(() => {
    isOn.current = state === 'on';
  }, [state]);
  useEffect(() => {
    // It is unmounted with the last image: that is when it speaks.
    return () => {
      const { open, done, failed, total } = countItems(batch.getState().items);
      if (!isOn.current || open > 0 || total === 0 || document.hasFocus()) return;
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
    };
  }, [batch, t]);
  if (!('Notification' in globalThis)) return null;
  const turn = async (next: boolean) => {
    if (!next) return setState('off');
    const permission = await Notification.requestPermission();
    return setState(permission === 'granted' ? 'on' : 'denied');
  };
  return (
    <div className="max-lg:hidden">
      <Switch checked={state === 'on'} onCheckedChange={(next) => void turn(next)}>
        {t('bar.notify')}
      </Switch>
      <p role="status" className="text-12 text-soft empty:hidden">
        {state === 'denied' && t('bar.notifyDenied')}
      </p>
    </div>
  );
}
