import { Button } from '@isola/ui/button';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';

/** A page whose own code failed, or did not come. It needs nothing that could be missing too. */
export function CrashPage() {
  const { t } = useTranslation('common');
  const [isOffline] = useState(() => !navigator.onLine);
  if (isOffline) return <OfflinePage />;
  return (
    <Message title={t('crash.title')} text={t('crash.text')}>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </Message>
  );
}

/** A page that is not saved here, opened without a connection. What is saved, the tool for one image, can be used meanwhile. */
function OfflinePage() {
  const { t } = useTranslation(['common', 'pages']);
  useEffect(() => {
    // The address is the wanted page's: loaded anew, it has all that did not come.
    const open = () => location.reload();
    addEventListener('online', open);
    return () => removeEventListener('online', open);
  }, []);
  return (
    <Message title={t('common:offline.title')} text={t('common:offline.text')}>
      <Button asChild>
        <PageLink page="single">{t('pages:single.nav')}</PageLink>
      </Button>
    </Message>
  );
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-20 text-center">
      <h1 className="text-22 font-semibold">{title}</h1>
      <p className="max-w-120 text-balance text-soft">{text}</p>
      {children}
    </div>
  );
}
