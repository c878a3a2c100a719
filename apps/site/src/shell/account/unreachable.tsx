import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

export interface UnreachableProps {
  retry: () => void;
  isRetrying: boolean;
}

/** Notice that the server does not answer or the browser is offline, with a button to retry. */
export function Unreachable({ retry, isRetrying }: UnreachableProps) {
  const { t } = useTranslation('auth');
  const reason = useSyncExternalStore(subscribeOnline, isOnline, () => true) ? 'unreachable' : 'offline';
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
