import { formatMonth, type Locale } from '@isola/i18n';
import { type MarketplaceSpec, sourcesOf, sourcesReadAt } from '@isola/photo-specs/marketplaces';
import { useTranslation } from 'react-i18next';

/** One unobtrusive line with the month and the source in which a marketplace's figures were read. */
export function SourceLine({ marketplace }: { marketplace: MarketplaceSpec }) {
  const { t, i18n } = useTranslation('shop-photo');
  const [first, ...others] = sourcesOf(marketplace);
  if (!first) return null;
  return (
    <p data-slot="source-line" className="text-12 text-faint">
      <span>{t('sources.read', { month: formatMonth(i18n.language as Locale, sourcesReadAt) })}</span>
      <span lang={first.language ?? 'en'}> · {first.title}</span>
      {others.length > 0 && <span> · {t('sources.more', { value: others.length })}</span>}
    </p>
  );
}
