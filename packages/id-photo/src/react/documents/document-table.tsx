import { Badge } from '@isola/ui/badge';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';

import { type DocumentSpec, headRangeMm } from '../../documents/document.ts';
import { documentStatus } from '../../documents/document-status.ts';
import { documentIds, documents } from '../../documents/documents.ts';
import { outputSize } from '../../placement/place-head.ts';
import { useWords } from '../use-words.ts';

/** Every document with its figures, by country. */
export function DocumentTable({ className }: { className?: string }) {
  const { t, locale, units, countryOf, documentName, sizeMm, sizePx } = useWords();
  const { compare } = new Intl.Collator(locale);
  const rows = documentIds
    .map((id) => ({ id, document: documents[id] as DocumentSpec, country: countryOf(id) }))
    .toSorted((one, other) => compare(one.country, other.country));
  return (
    <Table caption={t('view.table.caption', { count: rows.length })} className={className}>
      <TableHead>
        <TableRow>
          <TableHeader>{t('view.table.document')}</TableHeader>
          <TableHeader numeric>{t('figure.size')}</TableHeader>
          <TableHeader numeric>{t('figure.head')}</TableHeader>
          <TableHeader>{t('figure.background')}</TableHeader>
          <TableHeader>{t('figure.editing')}</TableHeader>
          <TableHeader>{t('view.table.status')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ id, document, country }) => {
          const head = headRangeMm(document);
          const status = documentStatus(document);
          return (
            <TableRow key={id}>
              <TableHeader scope="row" className="min-w-36 whitespace-normal!">
                {country}
                <span className="block font-normal text-soft">{documentName(id)}</span>
              </TableHeader>
              <TableCell numeric>
                {document.size ? sizeMm(document.size) : t('view.document.fileOnly')}
                <span className="block text-soft">{sizePx(outputSize(document, 0, 300))}</span>
              </TableCell>
              <TableCell numeric>
                {head && (head.minMm === head.maxMm ? units.mm(head.minMm) : units.mmRange(head.minMm, head.maxMm))}
              </TableCell>
              <TableCell className="min-w-28">{backgroundWords(document, t)}</TableCell>
              <TableCell>
                <Badge tone={document.editing ? 'warning' : 'neutral'}>
                  {t(`view.edited.${document.editing ?? 'ask'}`)}
                </Badge>
              </TableCell>
              <TableCell>
                <Badge tone={status === 'checked' ? 'success' : 'neutral'}>{t(`status.${status}`)}</Badge>
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

function backgroundWords({ background }: DocumentSpec, t: ReturnType<typeof useWords>['t']): string {
  if (background === undefined) return '';
  return background === 'any' ? t('background.any') : background.map((name) => t(`background.${name}`)).join(', ');
}
