import { languageTag, type Locale, localeNames, localisedPath } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { IconButton } from '@isola/ui/icon-button';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { saveLanguage } from './language-preference.ts';
import { useLocale } from './use-locale.ts';

interface LanguageOfferProps {
  /** Language of the visitor, if the geo-location function answered after the visitor had started to use the page. */
  language: Locale;
  onSettle: () => void;
}

/** Line that offers the page in the visitor's language, instead of changing the language while the visitor reads. */
export function LanguageOffer({ language, onSettle }: LanguageOfferProps) {
  const locale = useLocale();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const settle = (chosen: Locale) => {
    saveLanguage(chosen);
    onSettle();
    if (chosen !== locale) void navigate({ href: localisedPath(pathname, chosen) + location.search + location.hash });
  };
  return <Offer language={language} onAccept={() => settle(language)} onDecline={() => settle(locale)} />;
}

interface OfferProps {
  language: Locale;
  onAccept: () => void;
  onDecline: () => void;
}

/** The text is in the offered language, so that its readers understand it. */
function Offer({ language, onAccept, onDecline }: OfferProps) {
  const { t } = useTranslation('common', { lng: language });
  return (
    <div
      role="status"
      lang={languageTag(language)}
      // The line is fixed over the page: it may appear late, and must not move the content.
      className="fixed inset-x-0 bottom-0 z-40 flex items-center gap-3 border-t border-line bg-sunk px-4 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] text-14 sm:px-10"
    >
      <p className="min-w-0 flex-1">{t('language.offer', { language: localeNames[language] })}</p>
      <Button size="sm" onClick={onAccept}>
        {t('language.accept', { language: localeNames[language] })}
      </Button>
      <IconButton size="sm" label={t('dismiss')} onClick={onDecline}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
