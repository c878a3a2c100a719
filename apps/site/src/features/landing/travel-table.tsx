import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { ArrowDown, LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const items = [
  { id: 'page', Icon: ArrowDown },
  { id: 'model', Icon: ArrowDown },
  { id: 'photo', Icon: LockKeyhole },
  { id: 'result', Icon: LockKeyhole },
] as const;

/** Lists the data that is loaded over the network, and the data that stays on the device. */
export function TravelTable() {
  const { t } = useTranslation('remove-online');
  return (
    <Table caption={t('device.caption')}>
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader>{t('device.what')}</TableHeader>
          <TableHeader>{t('device.way')}</TableHeader>
          <TableHeader>{t('device.when')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map(({ id, Icon }) => (
          <TableRow key={id}>
            <TableHeader scope="row" className="whitespace-normal!">
              {t(`item.${id}.what`)}
            </TableHeader>
            <TableCell>
              <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                <Icon aria-hidden className="size-4 text-faint" />
                {t(`item.${id}.way`)}
              </span>
            </TableCell>
            <TableCell>{t(`item.${id}.when`)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
