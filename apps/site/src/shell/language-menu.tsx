import { languageTag, type Locale, localeNames, locales, localisedPath } from '@isola/i18n';
import { LanguagePicker } from '@isola/ui/language-picker';
import { useHydrated, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';
import { pageOf } from './pages.ts';
import { useLocale } from './use-locale.ts';

/**
 * Menu with links to the page in other languages. The open image stays open. `language-preference.ts` saves the choice.
 */
export function LanguageMenu() {
  const { t } = useTranslation('common');
  // Unknown URLs do not exist in other languages: the links lead to the home page.
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page }) ?? 'home';
  // Pages are prerendered without a query. The links keep it, because it can be a step of a form.
  const kept = useHydrated() && ({ search: true, hash: true } as const);
  const languages = locales.map((code) => ({
    code,
    lang: languageTag(code),
    name: localeNames[code],
    href: localisedPath(pageOf(page).path, code),
  }));
  return (
    <LanguagePicker
      label={t('language.label')}
      languages={languages}
      current={useLocale()}
      // The language's name is hidden in windows that have just enough width for the navigation; the globe remains.
      className="lg:max-xl:**:data-[slot=language-name]:hidden"
      renderLink={({ code, name }, props) => (
        <PageLink page={page} locale={code as Locale} resetScroll={false} preload={false} {...kept} {...props}>
          {name}
        </PageLink>
      )}
    />
  );
}
