import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { PendingPage } from './pending-page.tsx';
import { SiteHeader } from './site-header.tsx';

/** What every page stands in. */
export function Shell() {
  const { t } = useTranslation('common');
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-sm focus:bg-sheet focus:px-3 focus:py-2"
      >
        {t('skipToContent')}
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <Suspense fallback={<PendingPage />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
