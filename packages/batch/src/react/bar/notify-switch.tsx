import { Switch } from '@isola/ui/switch';
import { useTranslation } from 'react-i18next';

import type { BatchNotification } from './use-notification.ts';

/** Switch for a system notification when the batch is done. Renders nothing in browsers without notifications. */
export function NotifySwitch({ notification: { state, turn } }: { notification: BatchNotification }) {
  const { t } = useTranslation('batch');
  if (!('Notification' in globalThis)) return null;
  return (
    <div className="max-lg:hidden">
      <Switch checked={state === 'on'} onCheckedChange={turn}>
        {t('bar.notify')}
      </Switch>
      <p role="status" className="text-12 text-soft empty:hidden">
        {state === 'denied' && t('bar.notifyDenied')}
      </p>
    </div>
  );
}
