import { type DocumentId, documents } from '@isola/photo-specs/documents';
import { formatBytes, formatNumber, formatPercent, type Locale } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import type { ChosenId } from './photo-work.ts';

/** Returns the tool's texts and formatters in the reader’s language. */
export function useWords() {
  const { t, i18n } = useTranslation(['id-photo-tool', 'tool']);
  const locale = i18n.language as Locale;
  const round = (value: number, digits: number) => formatNumber(locale, Number(value.toFixed(digits)));
  const units = {
    // The value always has one decimal, so that it does not jump while a guide is moved.
    mm: (value: number) => t('view.mm', { value: formatNumber(locale, value, 1) }),
    mmRange: (min: number, max: number) => t('view.mm', { value: `${round(min, 1)}–${round(max, 1)}` }),
    px: (value: number) => t('view.px', { value: round(value, 0) }),
    bytes: (value: number) => formatBytes(locale, value),
    degrees: (value: number) => t('view.degrees', { value: round(value, 0) }),
    percent: (value: number) => formatPercent(locale, value / 100),
    none: (value: number) => round(value, 1),
  };
  return {
    t,
    locale,
    units,
    countryOf: (id: DocumentId) => t(`country.${documents[id].country}`),
    documentName: (id: ChosenId) => (id === 'own' ? t('view.own') : t(`document.${id}`)),
    /** Name with its country, for places where nothing else names the country. */
    fullName: (id: ChosenId) =>
      id === 'own'
        ? t('view.own')
        : t('view.document.full', { country: t(`country.${documents[id].country}`), name: t(`document.${id}`) }),
    sizeMm: ({ widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number }) =>
      t('view.mm', { value: `${round(widthMm, 1)} × ${round(heightMm, 1)}` }),
    sizePx: ({ widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }) =>
      t('view.px', { value: `${widthPx} × ${heightPx}` }),
  };
}

export type Words = ReturnType<typeof useWords>;
