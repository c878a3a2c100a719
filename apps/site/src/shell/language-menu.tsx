import { languageTag, type Locale, localeNames, locales, localisedPath } from '@isola/i18n';
import { LanguagePicker } from '@isola/ui/language-picker';
import { useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';
import { pageOf } from './pages.ts';
import { useLocale } from './use-locale.ts';

/** The same page in another language; what lies on the table stays there. `language-preference.ts` remembers the choice. */
export function LanguageMenu() {
  const { t } = useTranslation('common');
  // An address that is no page has no siblings: from there the way leads home.
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page }) ?? 'home';
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
      // The globe suffices when the navigation is next to it and the window is only as wide as the navigation needs.
      className="lg:max-xl:**:data-[slot=language-name]:hidden"
      renderLink={({ code, name }, props) => (
        <PageLink page={page} locale={code as Locale} resetScroll={false} preload={false} {...props}>
          {name}
        </PageLink>
      )}
    />
  );
}
