import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';

/** The way to the account, in the header. As wide as with a name in it: nothing moves when one comes. */
export function AccountLink() {
  const { t } = useTranslation('pages');
  return (
    <Button asChild className="ms-2 w-32 max-sm:hidden">
      <PageLink page="auth">{t('auth.nav')}</PageLink>
    </Button>
  );
}
