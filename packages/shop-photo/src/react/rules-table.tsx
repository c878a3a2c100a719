import { formatDate, type Locale } from '@isola/i18n';
import {
  marketplaceIds,
  marketplaces,
  type MarketplaceSpec,
  marketplaceStatus,
  sourcesOf,
} from '@isola/photo-specs/marketplaces';
import { AccordionItem } from '@isola/ui/accordion';
import { Badge } from '@isola/ui/badge';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import { fileSizeWords, fillWords, pixelWords } from './rule-words.ts';

/** Table of each marketplace's rules for a main image, with their verification status and sources. */
export function RulesTable() {
  const { t, i18n } = useTranslation('shop-photo');
  const locale = i18n.language as Locale;
  const unstated = <span className="text-faint">{t('unstated')}</span>;
  return (
    <>
      <Table caption={t('table.caption')}>
        <TableHead sticky={false}>
          <TableRow>
            <TableHeader>{t('table.shop')}</TableHeader>
            <TableHeader>{t('rule.pixels')}</TableHeader>
            <TableHeader>{t('rule.background')}</TableHeader>
            <TableHeader>{t('rule.fill')}</TableHeader>
            <TableHeader numeric>{t('rule.file-size')}</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {marketplaceIds.map((id) => {
            const row: MarketplaceSpec = marketplaces[id];
            const status = marketplaceStatus(row);
            return (
              <TableRow key={id}>
                <TableHeader scope="row" className="min-w-36 whitespace-normal!">
                  <span className="block">{t(`shop.${id}`)}</span>
                  {status === 'conflicting' ? (
                    <Badge tone="warning">{t('status.conflicting')}</Badge>
                  ) : (
                    <span className="text-12 font-normal text-soft">{t(`status.${status}`)}</span>
                  )}
                </TableHeader>
                <TableCell className="min-w-44 tabular-nums">
                  <span>{pixelWords(row.pixels, t) ?? unstated}</span>
                  {row.ratio && (
                    <span>
                      , {row.ratio.width}:{row.ratio.height}
                    </span>
                  )}
                </TableCell>
                <TableCell className="min-w-36">
                  <span>{row.background ? t(`background.${row.background}`) : unstated}</span>
                  {row.shadow === 'refused' && <span>, {t('background.no-shadow')}</span>}
                </TableCell>
                <TableCell className="min-w-28 tabular-nums">{fillWords(row.fill, t, locale) ?? unstated}</TableCell>
                <TableCell numeric>{fileSizeWords(row.fileSize, t, locale) ?? unstated}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      <dl className="mt-4 grid gap-x-3 gap-y-1.5 text-13 text-soft sm:grid-cols-[auto_1fr]">
        {(['checked', 'unverified', 'conflicting'] as const).map((status) => (
          <div key={status} className="contents">
            <dt>
              {status === 'conflicting' ? (
                <Badge tone="warning">{t('status.conflicting')}</Badge>
              ) : (
                <span className="text-ink">{t(`status.${status}`)}</span>
              )}
            </dt>
            <dd className="max-sm:mb-2">{t(`status.${status}.text`)}</dd>
          </div>
        ))}
      </dl>
      <AccordionItem headingLevel={3} title={t('table.sources')} className="mt-4 border-y border-line">
        <ul className="flex flex-col gap-3 text-13 text-soft">
          {marketplaceIds.map((id) => (
            <li key={id}>
              <span className="font-medium text-ink">{t(`shop.${id}`)}</span>
              <ul>
                {sourcesOf(marketplaces[id]).map(({ title, language = 'en', url, readOn, pageDate }) => (
                  <li key={title}>
                    {url ? (
                      <a
                        href={url}
                        lang={language}
                        rel="noreferrer"
                        className="wrap-anywhere underline underline-offset-2 hover:text-ink"
                      >
                        {title}
                      </a>
                    ) : (
                      <span lang={language}>{title}</span>
                    )}
                    {pageDate && (
                      <span> · {t('sources.pageDate', { date: formatDate(locale, new Date(pageDate), 'UTC') })}</span>
                    )}
                    {readOn && (
                      <span> · {t('sources.readOn', { date: formatDate(locale, new Date(readOn), 'UTC') })}</span>
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </AccordionItem>
    </>
  );
}
