import type { Conversion } from '@isola/convert';
import { loadBundle } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { useConversionDetails } from './use-conversion-details.ts';

export interface ConversionNoteProps {
  conversion: Conversion;
  onDismiss: () => void;
}

/** Note that an image was converted, and what was left out or given up. */
export function ConversionNote({ conversion, onDismiss }: ConversionNoteProps) {
  const { t, i18n } = useTranslation(['errors', 'common'], { useSuspense: false });
  const detailsOf = useConversionDetails();
  const { language } = i18n;
  useEffect(() => {
    // The message before has loaded the texts, but not in a language that was chosen since.
    if (!i18n.hasResourceBundle(language, 'errors')) loadBundle(i18n, 'errors').catch(() => undefined);
  }, [i18n, language]);
  if (!i18n.hasResourceBundle(language, 'errors')) return null;
  const { from, to } = conversion;
  const details = detailsOf(conversion);
  return (
    <Banner
      title={t('errors:convert.done.title', { from, to })}
      onDismiss={onDismiss}
      dismissLabel={t('common:dismiss')}
      data-code="converted"
    >
      {details.length > 0 && details.map((detail) => <p key={detail}>{detail}</p>)}
    </Banner>
  );
}
