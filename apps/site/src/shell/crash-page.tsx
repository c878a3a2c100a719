import { lazyOptional } from '@isola/editor/react';
import { Button } from '@isola/ui/button';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';

/** The service worker has its code too. */
const SavedPages = lazyOptional(async () => (await import('./saved-pages.tsx')).SavedPages);

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

/** A page that is not saved here, opened without a connection. The tool for one image, and what else is saved, can be used meanwhile. */
function OfflinePage() {
  const { t } = useTranslation(['common', 'pages']);
  useEffect(() => {
    const leaving = new AbortController();
    addEventListener('online', () => void openOnceReached(leaving.signal), { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return (
    <Message title={t('common:offline.title')} text={t('common:offline.text')}>
      <p className="max-w-120 text-balance text-soft">{t('common:offline.tool')}</p>
      <Button asChild variant="primary">
        <PageLink page="single">{t('common:offline.open')}</PageLink>
      </Button>
      <Suspense fallback={null}>
        <SavedPages />
      </Suspense>
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
