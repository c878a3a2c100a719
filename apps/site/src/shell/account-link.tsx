import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';

/** Link to the account in the header. Its width is fixed, so that nothing moves when the user's name replaces it. */
export function AccountLink() {
  const { t } = useTranslation('pages');
  return (
    <Button asChild className="ms-2 w-32 max-sm:hidden">
      <PageLink page="auth">{t('auth.nav')}</PageLink>
    </Button>
  );
}
