import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import { CodeBlock } from './code-block.tsx';
import { FieldTable } from './field-table.tsx';
import { plannedApi } from './planned-api.ts';
import { useDocumentWords } from './use-document-words.ts';

/** Describes the response to a failed request, which has the same form for all operations. */
export function ErrorSection({ id }: { id: string }) {
  const { t } = useTranslation('api-reference');
  const words = useDocumentWords();
  const example = plannedApi.operations
    .flatMap(({ answers }) => answers)
    .find(({ schema }) => schema === 'Error')?.example;
  return (
    <section aria-labelledby={id} className="border-t border-line pt-10">
      <h2 id={id} className="scroll-mt-8 text-22 font-semibold">
        {t('errors.title')}
      </h2>
      <p className="mt-3 max-w-160 text-soft">{t('errors.text')}</p>
      <FieldTable
        caption={t('errors.fields.caption')}
        // The codes have a table of their own.
        fields={(plannedApi.schemas['Error'] ?? []).map((field) => ({ ...field, allowed: [] }))}
        meaningOf={(name) => words(`field.Error.${name}`)}
      />
      {example && <CodeBlock label={t('errors.example')} code={example} className="mt-4" />}
      <h3 className="mt-8 text-16 font-semibold">{t('errors.codes.title')}</h3>
      <Table caption={t('errors.codes.caption')} captionHidden className="mt-3">
        <TableHead sticky={false}>
          <TableRow>
            <TableHeader className="ps-0">{t('column.code')}</TableHeader>
            <TableHeader>{t('column.status')}</TableHeader>
            <TableHeader className="w-full">{t('column.meaning')}</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {plannedApi.errors.map(({ code, status }) => (
            <TableRow key={code}>
              <TableHeader scope="row" className="ps-0 align-top font-mono">
                {code}
              </TableHeader>
              <TableCell className="align-top font-mono">{status}</TableCell>
              <TableCell className="align-top">{words(`error.${code}`)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
