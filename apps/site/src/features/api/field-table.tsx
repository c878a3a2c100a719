import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import type { ApiField } from './read-api.ts';

export interface FieldTableProps {
  caption: string;
  /**
   * Fields in the order of the table. Fields of a request have a `place`, and the table shows whether they are
   * required.
   */
  fields: readonly (ApiField & { readonly place?: 'path' | 'form' })[];
  /** Returns the meaning of a field by its name. */
  meaningOf: (name: string) => string;
}

/** Table of the fields of a request or of a JSON response: name, type, meaning and allowed values. */
export function FieldTable({ caption, fields, meaningOf }: FieldTableProps) {
  const { t } = useTranslation('api-reference');
  return (
    <Table caption={caption} captionHidden className="mt-3">
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader className="ps-0">{t('column.name')}</TableHeader>
          <TableHeader>{t('column.type')}</TableHeader>
          <TableHeader className="w-full">{t('column.meaning')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {fields.map(({ name, type, place, required, allowed, defaultValue }) => (
          <TableRow key={name}>
            <TableHeader scope="row" className="ps-0 align-top">
              <code className="font-mono">{name}</code>
            </TableHeader>
            <TableCell className="align-top whitespace-nowrap">
              <code className="font-mono">{type}</code>
              {place && <p className="text-soft">{t(`place.${place}`)}</p>}
              {place && <p className="text-soft">{required ? t('required') : t('optional')}</p>}
            </TableCell>
            <TableCell className="min-w-40 align-top">
              {meaningOf(name)}
              {allowed.length > 0 && (
                <p className="flex flex-wrap gap-x-2 text-soft">
                  {t('allowed')}
                  {allowed.map((value) => (
                    <code key={value} className="font-mono">
                      {value}
                    </code>
                  ))}
                </p>
              )}
              {defaultValue !== undefined && (
                <p className="flex flex-wrap gap-x-2 text-soft">
                  {t('default')}
                  <code className="font-mono">{defaultValue}</code>
                </p>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
