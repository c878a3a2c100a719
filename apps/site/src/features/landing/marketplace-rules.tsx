import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import { type Marketplace, type MarketplaceId, marketplaces } from './marketplaces.ts';

/** What each marketplace asks of a main picture. */
export function MarketplaceRules() {
  const { t } = useTranslation('ecommerce');
  const unstated = <span className="text-faint">{t('shops.unstated')}</span>;
  return (
    <Table caption={t('shops.caption')}>
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader>{t('shops.name')}</TableHeader>
          <TableHeader>{t('shops.size')}</TableHeader>
          <TableHeader>{t('shops.ground')}</TableHeader>
          <TableHeader numeric>{t('shops.file')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {(Object.keys(marketplaces) as MarketplaceId[]).map((id) => {
          const { ground, maxMegabytes }: Marketplace = marketplaces[id];
          return (
            <TableRow key={id}>
              <TableHeader scope="row" className="min-w-28 whitespace-normal!">
                {t(`shop.${id}`)}
              </TableHeader>
              <TableCell className="min-w-40 tabular-nums">{t(`size.${id}`)}</TableCell>
              <TableCell className="min-w-36">{t(`ground.${ground}`)}</TableCell>
              <TableCell numeric>{maxMegabytes ? t('shops.megabytes', { size: maxMegabytes }) : unstated}</TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
