import { defaultLocale, languageTag, type Locale, localeNames, localisedPath } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { IconButton } from '@isola/ui/icon-button';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { detectLanguage } from '#backend/detect-language.ts';
import { siteQueries } from '#backend/site-queries.ts';

import { saveLanguage } from './language-preference.ts';
import { useLocale } from './use-locale.ts';

/**
 * Asks the geo-location function for the visitor's language, and changes over to it: once, and only while nothing has
 * been begun here. Whoever has begun is offered the language in one line instead.
 */
export function LanguageOffer() {
  const { hasBegun } = useRouter().options.context;
  const locale = useLocale();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [offered, setOffered] = useState<Locale>();
  const [hasAnswered, setHasAnswered] = useState(false);
  const { data: detected } = useQuery(
    {
      queryKey: ['geo-location'],
      queryFn: ({ signal }) => detectLanguage(signal),
      // Without an answer the default language stands, which is there already.
      retry: false,
      staleTime: Infinity,
    },
    siteQueries,
  );

  useEffect(() => {
    if (!detected || hasAnswered) return;
    setHasAnswered(true);
    // Meanwhile a language was chosen, or it is this one.
    if (locale !== defaultLocale || detected === locale) return;
    if (hasBegun()) setOffered(detected);
    else void navigate({ href: localisedPath(pathname, detected) + location.search + location.hash, replace: true });
  }, [detected, hasAnswered, locale, pathname, hasBegun, navigate]);

  if (!offered || offered === locale) return null;
  const settle = (language: Locale) => {
    saveLanguage(language);
    setOffered(undefined);
    if (language !== locale) void navigate({ href: localisedPath(pathname, language) });
  };
  return <Offer language={offered} onAccept={() => settle(offered)} onDecline={() => settle(locale)} />;
}

interface OfferProps {
  language: Locale;
  onAccept: () => void;
  onDecline: () => void;
}

/** In the language that it offers: whoever needs it can read it. */
function Offer({ language, onAccept, onDecline }: OfferProps) {
  const { t } = useTranslation('common', { lng: language });
  return (
    <div
      role="status"
      lang={languageTag(language)}
      className="flex flex-none items-center gap-3 border-b border-line bg-sunk px-4 py-1.5 text-14 sm:px-10"
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
