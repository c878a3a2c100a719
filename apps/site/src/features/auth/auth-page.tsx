import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

const without = ['single', 'local', 'offline'] as const;
const withAccount = ['usage', 'batch', 'api', 'invoices'] as const;

/** What an account is for, while there are none to sign in to. */
export function AuthPage() {
  const { t } = useTranslation('auth');
  return (
    <PageFrame page="auth" lead={t('lead')}>
      <Banner
        title={t('state.title')}
        actions={
          <Button asChild size="sm" variant="primary">
            <PageLink page="single">{t('without.link')}</PageLink>
          </Button>
        }
      >
        {t('state.text')}
      </Banner>
      <div className="mt-12 grid grid-cols-1 gap-x-12 gap-y-10 sm:grid-cols-2">
        <section aria-labelledby="without">
          <h2 id="without" className="text-18 font-semibold">
            {t('without.title')}
          </h2>
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {without.map((each) => (
              <li key={each} className="py-2.5">
                {t(`without.${each}`)}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="with">
          <h2 id="with" className="text-18 font-semibold">
            {t('with.title')}
          </h2>
          <ul className="mt-4 divide-y divide-line border-y border-line text-soft">
            {withAccount.map((each) => (
              <li key={each} className="py-2.5">
                {t(`with.${each}`)}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-13 text-faint">{t('with.text')}</p>
        </section>
      </div>
      <ul className="mt-10 flex flex-wrap gap-x-6 gap-y-2">
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
    </PageFrame>
  );
}
