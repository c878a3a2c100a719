import { lazyOptional } from '@isola/editor/react';
import { Button } from '@isola/ui/button';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { airplaneName } from '../service-worker/airplane-mode.ts';
import { PageLink } from './page-link.tsx';
import { markPageReady } from './page-ready.ts';

/** The code of this component is cached by the service worker, so it is available offline. */
const SavedPages = lazyOptional(async () => (await import('./saved-pages.tsx')).SavedPages);

/** Reason why pages that are not saved fail; `none` when the failure has another reason. */
type Disconnection = 'offline' | 'airplane' | 'none';

/** Page shown when a page's code failed or could not be loaded. It requests nothing that could fail as well. */
export function CrashPage() {
  const { t } = useTranslation('common');
  const why = useDisconnection();
  // Until the first page is ready, presses are recorded for later instead of obeyed, even those on this page.
  useEffect(markPageReady, []);
  if (why === undefined) return null;
  if (why === 'airplane') return <AirplanePage />;
  if (why === 'offline') return <OfflinePage />;
  return (
    <Message title={t('crash.title')} text={t('crash.text')}>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </Message>
  );
}

/** Returns undefined until it is known whether airplane mode is on. */
function useDisconnection(): Disconnection | undefined {
  const [why, setWhy] = useState<Disconnection | undefined>(() => (navigator.onLine ? undefined : 'offline'));
  useEffect(() => {
    const isAirplane = 'caches' in window ? caches.has(airplaneName).catch(() => false) : Promise.resolve(false);
    void isAirplane.then((isOn) => setWhy((known) => (isOn ? 'airplane' : (known ?? 'none'))));
  }, []);
  return why;
}

/** Page shown offline for a page that is not saved. */
function OfflinePage() {
  const { t } = useTranslation('common');
  useEffect(() => {
    const leaving = new AbortController();
    addEventListener('online', () => void openOnceReached(leaving.signal), { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return (
    <Message title={t('offline.title')} text={t('offline.text')}>
      <WorksOffline />
    </Message>
  );
}

/** Page shown in airplane mode for a page that is not saved. */
function AirplanePage() {
  const { t } = useTranslation('common');
  const end = async () => {
    const { endAirplane } = await import('#tool/airplane/airplane-mode.ts');
    await endAirplane();
    location.reload();
  };
  return (
    <Message title={t('airplane.on')} text={t('airplane.offline')}>
      <Button onClick={() => void end()}>{t('airplane.endLabel')}</Button>
      <WorksOffline />
    </Message>
  );
}

/** Says what works without a connection, with links to the tool for single images and to the saved pages. */
function WorksOffline() {
  const { t } = useTranslation('common');
  return (
    <>
      <p className="max-w-120 text-balance text-soft">{t('offline.tool')}</p>
      <Button asChild variant="primary">
        <PageLink page="single">{t('offline.open')}</PageLink>
      </Button>
      <Suspense fallback={null}>
        <SavedPages />
      </Suspense>
    </>
  );
}

/** Pause before each test request, in milliseconds. */
const pauseMs = 500;

/**
 * Reloads the page, which still has the URL of the requested page, once a test request succeeds. Browsers fire `online`
 * before requests succeed, above all those of the service worker. Reloading too early would show the browser's own
 * error page, which does not recover.
 */
async function openOnceReached(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      await fetch(location.href, { cache: 'no-store', signal });
      return location.reload();
    } catch {
      // There is no connection yet.
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
