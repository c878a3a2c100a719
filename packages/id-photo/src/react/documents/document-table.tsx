import {
  type DocumentId,
  documentIds,
  documents,
  type DocumentSpec,
  documentStatus,
  headRangeMm,
} from '@isola/photo-specs/documents';
import { Badge } from '@isola/ui/badge';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';

import { outputSize } from '../../placement/place-head.ts';
import { useWords, type Words } from '../use-words.ts';

/** Table of all documents with their figures, sorted by country. */
export function DocumentTable({ className }: { className?: string }) {
  const words = useWords();
  const { t, locale, countryOf } = words;
  const { compare } = new Intl.Collator(locale);
  const rows = documentIds
    .map((id) => ({ id, country: countryOf(id) }))
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
        {rows.map(({ id }) => (
          <DocumentRow key={id} id={id} words={words} />
        ))}
      </TableBody>
    </Table>
  );
}

interface DocumentRowProps {
  id: DocumentId;
  words: Words;
}

/** Row of the table. It is a component, so that React can pause between two rows. */
function DocumentRow({ id, words }: DocumentRowProps) {
  const { t, units, countryOf, documentName, sizeMm, sizePx } = words;
  const document: DocumentSpec = documents[id];
  const head = headRangeMm(document);
  const status = documentStatus(document);
  return (
    <TableRow>
      <TableHeader scope="row" className="min-w-36 whitespace-normal!">
        {countryOf(id)}
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
        <Badge tone={document.editing ? 'warning' : 'neutral'}>{t(`view.edited.${document.editing ?? 'ask'}`)}</Badge>
      </TableCell>
      <TableCell>
        <span className="text-soft">{t(`status.${status}`)}</span>
      </TableCell>
    </TableRow>
  );
}

function backgroundWords({ background }: DocumentSpec, t: Words['t']): string {
  if (background === undefined) return '';
  return typeof background === 'string'
    ? t(`background.${background}`)
    : background.map((name) => t(`background.${name}`)).join(', ');
}
