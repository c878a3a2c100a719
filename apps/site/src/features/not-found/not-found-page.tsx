import { splitLocale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { EmptyState } from '@isola/ui/empty-state';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { localeParam } from '#shell/require-locale.ts';
import { usePageTitle } from '#shell/use-page-title.ts';

/** Any address that is no page. */
export function NotFoundPage() {
  const { t } = useTranslation('common');
  const params = localeParam(splitLocale(useLocation().pathname).locale);
  usePageTitle(t('notFound.title'));
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        headingLevel={1}
        title={t('notFound.title')}
        action={
          <>
            <Button asChild variant="primary">
              <Link to="/{-$locale}/single" params={params}>
                {t('notFound.single')}
              </Link>
            </Button>
            <Button asChild variant="ghost">
              <Link to="/{-$locale}" params={params}>
                {t('notFound.home')}
              </Link>
            </Button>
          </>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </div>
  );
}
