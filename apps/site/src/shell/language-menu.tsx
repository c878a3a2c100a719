import { languageTag, localeNames, locales, localisedPath, splitLocale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@isola/ui/dropdown-menu';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { saveLanguage } from './language-preference.ts';

/** The same page in another language; what lies on the table stays there. */
export function LanguageMenu() {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { locale: current, path } = splitLocale(useLocation().pathname);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" aria-label={`${t('language.label')}: ${localeNames[current]}`}>
          <Globe aria-hidden />
          <span className="max-sm:hidden">{localeNames[current]}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {locales.map((locale) => (
          <DropdownMenuItem
            key={locale}
            lang={languageTag(locale)}
            aria-current={locale === current || undefined}
            className={locale === current ? 'font-medium' : 'text-soft'}
            onSelect={() => {
              saveLanguage(locale);
              void navigate({ href: localisedPath(path, locale) });
            }}
          >
            {localeNames[locale]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
