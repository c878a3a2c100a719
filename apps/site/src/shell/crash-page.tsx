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
    const leaving = new AbortController();
    addEventListener('online', () => void openOnceReached(leaving.signal), { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return (
    <Message title={t('common:offline.title')} text={t('common:offline.text')}>
      <Button asChild>
        <PageLink page="single">{t('pages:single.nav')}</PageLink>
      </Button>
    </Message>
  );
}

/** Before each request that is to show whether there is a connection. */
const pauseMs = 500;

/**
 * Loads the page anew, which has the address of the wanted one, once a request comes through: the browser says that it is online before that
 * is so, for its service worker above all, and a page that is loaded too early is the browser's own error page, which stays.
 */
async function openOnceReached(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      await fetch(location.href, { cache: 'no-store', signal });
      return location.reload();
    } catch {
      // Not yet.
    }
  }
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
