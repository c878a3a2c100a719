import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';

const without = ['single', 'local', 'offline'] as const;
const withAccount = ['usage', 'batch', 'invoices'] as const;

/** Lists what works without an account, and the benefits of one. */
export function Benefits({ className }: { className?: string }) {
  const { t } = useTranslation('auth');
  return (
    <div className={className}>
      <section aria-labelledby="without">
        <h2 id="without" className="text-16 font-semibold">
          {t('without.title')}
        </h2>
        <ul className="mt-3 divide-y divide-line border-y border-line text-14">
          {without.map((each) => (
            <li key={each} className="py-2.5">
              {t(`without.${each}`)}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="with">
        <h2 id="with" className="text-16 font-semibold">
          {t('with.title')}
        </h2>
        <ul className="mt-3 divide-y divide-line border-y border-line text-14">
          {withAccount.map((each) => (
            <li key={each} className="py-2.5">
              {t(`with.${each}`)}
            </li>
          ))}
        </ul>
        <p className="mt-3 text-13 text-soft">{t('with.text')}</p>
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-14">
          <li>
            <UiLink asChild>
              <PageLink page="membership">{t('with.membership')}</PageLink>
            </UiLink>
          </li>
          <li>
            <UiLink asChild>
              <PageLink page="api">{t('with.api.link')}</PageLink>
            </UiLink>
          </li>
        </ul>
      </section>
    </div>
  );
}
