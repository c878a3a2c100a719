import { isLocale, languageTag, type Locale, localeNames, locales, localisedPath } from '@isola/i18n';
import { Field } from '@isola/ui/field';
import { Select, SelectOption } from '@isola/ui/select';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { saveLanguage } from '#shell/language-preference.ts';
import { pageOf } from '#shell/pages.ts';
import { useLocale } from '#shell/use-locale.ts';

import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { useAuthAction } from '#shell/account/use-auth-action.ts';

/** Language of the pages, saved in this browser and in the account, so that it applies wherever the user signs in. */
export function LanguageSetting() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const saving = useAuthAction({
    failedTitle: t('account.failed'),
    act: (client, language: Locale) => client.updateProfile({ language }),
  });
  const change = (language: string) => {
    if (!isLocale(language)) return;
    // The language of the page changes at once, without waiting for the server.
    saveLanguage(language);
    saving.run(language);
    const href = localisedPath(pageOf('authAccount').path, language);
    void navigate({ href, replace: true, resetScroll: false, viewTransition: false });
  };
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('common:language.label')}>
        <Select size="lg" value={useLocale()} onValueChange={change}>
          {locales.map((each) => (
            <SelectOption key={each} value={each} lang={languageTag(each)}>
              {localeNames[each]}
            </SelectOption>
          ))}
        </Select>
      </Field>
      {saving.failure && <FailureNotice failure={saving.failure} />}
    </div>
  );
}
