import { languageTag, type Locale, localeNames, localisedPath, resolveLocale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { IconButton } from '@isola/ui/icon-button';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { detectLanguage } from '#backend/detect-language.ts';
import { siteQueries } from '#backend/site-queries.ts';

import { readLanguage, saveLanguage } from './language-preference.ts';
import { useLocale } from './use-locale.ts';

/**
 * Asks the geo-location function for the visitor's language and switches to it: once, and only before the visitor has
 * begun to use the page. After that the language is offered in one line instead.
 */
export function LanguageOffer() {
  const { hasBegun } = useRouter().options.context;
  const locale = useLocale();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [isSettled, setIsSettled] = useState(false);
  const { data: answer } = useQuery(
    {
      queryKey: ['geo-location'],
      queryFn: async ({ signal }) => ({ language: await detectLanguage(signal), hasBegun: hasBegun() }),
      // Without an answer the default language stays.
      retry: false,
      staleTime: Infinity,
    },
    siteQueries,
  );
  // A language may have been chosen since: the address's and the saved one come before the detected one.
  const signs = { prefix: pathname.split('/')[1], saved: readLanguage(), detected: answer?.language };
  const wanted = resolveLocale(signs);
  const detected = answer && wanted !== locale ? wanted : undefined;

  const hasChangedOver = useRef(false);
  useEffect(() => {
    if (!detected || answer?.hasBegun || hasChangedOver.current) return;
    hasChangedOver.current = true;
    void navigate({ href: localisedPath(pathname, detected) + location.search + location.hash, replace: true });
  }, [detected, answer, pathname, navigate]);

  if (!detected || !answer?.hasBegun || isSettled) return null;
  const settle = (language: Locale) => {
    saveLanguage(language);
    setIsSettled(true);
    if (language !== locale) void navigate({ href: localisedPath(pathname, language) });
  };
  return <Offer language={detected} onAccept={() => settle(detected)} onDecline={() => settle(locale)} />;
}

interface OfferProps {
  language: Locale;
  onAccept: () => void;
  onDecline: () => void;
}

/** Written in the language that it offers, so that its readers understand it. */
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
