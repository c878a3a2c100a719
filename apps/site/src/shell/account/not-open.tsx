import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';

/** Notice that this installation has no accounts, with a link to the tool, which works without one. */
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
