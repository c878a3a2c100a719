import { Button } from '@isola/ui/button';
import { EmptyState } from '@isola/ui/empty-state';
import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

export interface NotOpenPageProps {
  page: 'admin' | 'adminDashboard' | 'adminUsers' | 'adminRevenue' | 'adminSettings' | 'webhookDebug';
}

/** A page of the administration, while there is none: why, and what it will show. */
export function NotOpenPage({ page }: NotOpenPageProps) {
  const { t } = useTranslation('admin');
  return (
    <PageFrame page={page}>
      <div className="rounded-lg border border-line">
        <EmptyState
          title={t('title')}
          figure={<LockKeyhole aria-hidden />}
          action={
            <Button asChild>
              <PageLink page="home">{t('home')}</PageLink>
            </Button>
          }
        >
          {t('text')}
        </EmptyState>
      </div>
      <section aria-labelledby="shows" className="mt-10">
        <h2 id="shows" className="text-16 font-semibold">
          {t('shows')}
        </h2>
        <ul className="mt-3 divide-y divide-line border-y border-line text-soft">
          {([1, 2] as const).map((each) => (
            <li key={each} className="py-2.5">
              {t(`${page}.${each}`)}
            </li>
          ))}
        </ul>
      </section>
    </PageFrame>
  );
}
