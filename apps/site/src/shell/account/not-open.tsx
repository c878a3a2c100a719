import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';

/** There are no accounts to sign in to here, and what can be done all the same. */
export function NotOpen() {
  const { t } = useTranslation('auth');
  return (
    <Banner
      data-code="not-offered"
      title={t('state.title')}
      actions={
        <Button asChild size="sm" variant="primary" className="pointer-coarse:h-11">
          <PageLink page="single">{t('without.link')}</PageLink>
        </Button>
      }
    >
      {t('state.text')}
    </Banner>
  );
}
