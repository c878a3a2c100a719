import { EmptyState } from '@isola/ui/empty-state';
import { Wrench } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface UpcomingProps {
  page: 'adminDashboard' | 'adminUsers' | 'adminRevenue' | 'adminSettings' | 'webhookDebug';
}

/** A page of the administration that shows nothing yet. */
export function Upcoming({ page }: UpcomingProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <div className="mb-10 rounded-lg border border-line">
        <EmptyState title={t('title')} figure={<Wrench aria-hidden />}>
          {t('text')}
        </EmptyState>
      </div>
      <UpcomingList page={page} />
    </>
  );
}

/** What a page will show beside what it shows now. */
export function UpcomingList({ page }: UpcomingProps) {
  const { t } = useTranslation('admin');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-16 font-semibold">
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
  );
}
