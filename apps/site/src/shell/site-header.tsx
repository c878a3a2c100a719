import { splitLocale } from '@isola/i18n';
import { Link as UiLink } from '@isola/ui/link';
import { Logo } from '@isola/ui/logo';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { LanguageMenu } from './language-menu.tsx';
import { localeParam } from './require-locale.ts';
import { ThemeMenu } from './theme-menu.tsx';

export function SiteHeader() {
  const { t } = useTranslation('common');
  const params = localeParam(splitLocale(useLocation().pathname).locale);
  return (
    <header className="flex h-14 flex-none items-center gap-4 border-b border-line px-4 sm:gap-7 sm:px-6 lg:h-16 lg:px-10">
      <Link to="/{-$locale}" params={params} className="flex rounded-sm">
        <Logo markPx={22}>{t('brand')}</Logo>
      </Link>
      <nav aria-label={t('nav.label')} className="text-14">
        <UiLink asChild variant="quiet">
          <Link to="/{-$locale}/single" params={params}>
            {t('nav.single')}
          </Link>
        </UiLink>
      </nav>
      <div className="ms-auto flex items-center gap-1">
        <LanguageMenu />
        <ThemeMenu />
      </div>
    </header>
  );
}
