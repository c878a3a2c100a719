import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import type { ApiAnswer } from './read-api.ts';
import { useDocumentWords } from './use-document-words.ts';

export interface AnswerTableProps {
  caption: string;
  answers: readonly ApiAnswer[];
}

/** Table of an operation's response statuses, each with its meaning, error codes or media types, and headers. */
export function AnswerTable({ caption, answers }: AnswerTableProps) {
  const { t } = useTranslation('api-reference');
  const words = useDocumentWords();
  return (
    <Table caption={caption} captionHidden className="mt-3">
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader className="ps-0">{t('column.status')}</TableHeader>
          <TableHeader className="w-full">{t('column.answer')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {answers.map(({ status, wordsId, mediaTypes, headers, codes }) => (
          <TableRow key={status}>
            <TableHeader scope="row" className="ps-0 align-top font-mono">
              {status}
            </TableHeader>
            <TableCell className="align-top">
              {words(`response.${wordsId}`)}
              <ul className="mt-0.5 flex flex-wrap gap-x-3 font-mono text-12 text-faint">
                {(codes.length > 0 ? codes : mediaTypes).map((each) => (
                  <li key={each}>{each}</li>
                ))}
                {mediaTypes.length === 0 && <li className="font-sans">{t('answers.empty')}</li>}
              </ul>
              {headers.map((name) => (
                <p key={name} className="text-soft">
                  {t('header')} <code className="font-mono text-12 text-ink">{name}</code>
                  <br />
                  {words(`header.${name}`)}
                </p>
              ))}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
