import type { PixelCounts } from '@isola/imaging/receipt';
import { formatNumber, type Locale } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import { findingColors, type ShownFinding, shownFindings } from './finding-colors.ts';

/** Lists the shares of the subject's pixels by what they are, with the colours of the map. */
export function PixelShares({ counts }: { counts: PixelCounts }) {
  const { t, i18n } = useTranslation('receipt');
  const countOf = (each: ShownFinding) => counts[each] ?? 0;
  const total = shownFindings.reduce((sum, each) => sum + countOf(each), 0);
  const shown = shownFindings.filter((each) => countOf(each) > 0);
  return (
    <dl data-slot="pixel-shares" className="flex flex-col gap-1.5 text-13">
      {shown.map((each) => (
        <div key={each} data-finding={each} className="flex items-start justify-between gap-4">
          <dt className="flex min-w-0 items-start gap-2">
            <svg aria-hidden viewBox="0 0 16 16" className="mt-0.5 size-4 flex-none forced-color-adjust-none">
              <rect width="16" height="16" rx="3" fill={`rgb(${findingColors[each].join(' ')})`} />
            </svg>
            <span>{t(`count.${each}`)}</span>
          </dt>
          <dd className="flex-none text-end tabular-nums">
            {shareOf(i18n.language as Locale, countOf(each), total)}
            <span className="text-soft">
              {' '}
              · {t('pixels', { number: formatNumber(i18n.language as Locale, countOf(each)) })}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats a share with two decimals, so that shares align, and so that neither “100 %” nor “0 %” is said of anything less than all or more than nothing. */
export function shareOf(language: Locale, count: number, total: number): string {
  const percent = (value: number, digits: number) =>
    new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    }).format(value);
  const share = count / total;
  if (count === total) return percent(1, 0);
  if (count > 0 && share < 0.0001) return `< ${percent(0.0001, 2)}`;
  return percent(Math.floor(share * 10_000) / 10_000, 2);
}
