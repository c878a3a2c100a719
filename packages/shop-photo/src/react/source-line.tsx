import { formatDate, formatMonth, type Locale } from '@isola/i18n';
import { checkedOn, type MarketplaceSpec, sourcesOf, sourcesReadAt } from '@isola/photo-specs/marketplaces';
import { useTranslation } from 'react-i18next';

/** One unobtrusive line with the source of a marketplace's figures, and when they were checked or read. */
export function SourceLine({ marketplace }: { marketplace: MarketplaceSpec }) {
  const { t, i18n } = useTranslation('shop-photo');
  const [first, ...others] = sourcesOf(marketplace);
  if (!first) return null;
  const locale = i18n.language as Locale;
  const checkedDay = checkedOn(marketplace);
  return (
    <p data-slot="source-line" className="text-12 text-faint">
      <span>
        {checkedDay
          ? t('sources.checkedOn', { date: formatDate(locale, checkedDay, 'UTC') })
          : t('sources.read', { month: formatMonth(locale, sourcesReadAt) })}
      </span>
      <span lang={first.language ?? 'en'}> · {first.title}</span>
      {others.length > 0 && <span> · {t('sources.more', { value: others.length })}</span>}
    </p>
  );
}
