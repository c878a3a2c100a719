import { Badge } from '@isola/ui/badge';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import { type DocumentId, documents, pixelsAt300Dpi } from './documents.ts';

/** The sizes of common documents' photos, and which of them no edited photo may go into. */
export function DocumentSizes() {
  const { t } = useTranslation(['id-photo', 'tool']);
  return (
    <Table caption={t('id-photo:sizes.caption')}>
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader>{t('id-photo:sizes.document')}</TableHeader>
          <TableHeader>{t('id-photo:sizes.edited')}</TableHeader>
          <TableHeader numeric>{t('id-photo:sizes.millimetres')}</TableHeader>
          <TableHeader numeric>{t('id-photo:sizes.pixels')}</TableHeader>
          <TableHeader>{t('id-photo:sizes.ground')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {(Object.keys(documents) as DocumentId[]).map((id) => {
          const { widthMm, heightMm, ground, edited } = documents[id];
          return (
            <TableRow key={id}>
              <TableHeader scope="row" className="min-w-28 whitespace-normal!">
                {t(`id-photo:document.${id}`)}
              </TableHeader>
              <TableCell>
                <Badge tone={edited === 'refused' ? 'warning' : 'neutral'}>{t(`id-photo:edited.${edited}`)}</Badge>
              </TableCell>
              <TableCell numeric>
                {t('tool:result.pixels', { width: Math.round(widthMm), height: Math.round(heightMm) })}
              </TableCell>
              <TableCell numeric>
                {t('tool:result.pixels', { width: pixelsAt300Dpi(widthMm), height: pixelsAt300Dpi(heightMm) })}
              </TableCell>
              <TableCell className="min-w-36">{t(`id-photo:ground.${ground}`)}</TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
