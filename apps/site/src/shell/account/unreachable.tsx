import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

/** Time between two attempts, in milliseconds. A server that is starting answers soon. */
const retryMs = 5_000;

export interface UnreachableProps {
  /** Called when the button is pressed, and every few seconds while nothing is being tried. */
  retry: () => void;
  isRetrying: boolean;
}

/** Notice that the server does not answer or the browser is offline, with a button to retry. */
export function Unreachable({ retry, isRetrying }: UnreachableProps) {
  const { t } = useTranslation('auth');
  const reason = useSyncExternalStore(subscribeOnline, isOnline, () => true) ? 'unreachable' : 'offline';
  const retryAlone = useEffectEvent(retry);
  useEffect(() => {
    if (isRetrying) return undefined;
    const timer = setTimeout(() => retryAlone(), retryMs);
    return () => clearTimeout(timer);
  }, [isRetrying]);
  return (
    <Banner
      tone="warning"
      data-code={reason}
      title={t(`${reason}.title`)}
      actions={
        <Button size="sm" loading={isRetrying} onClick={retry} className="pointer-coarse:h-11">
          {t('retry')}
        </Button>
      }
    >
      {t(`${reason}.text`)}
    </Banner>
  );
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const isOnline = () => navigator.onLine;
