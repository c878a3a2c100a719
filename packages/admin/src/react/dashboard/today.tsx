import { Banner } from '@isola/ui/banner';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Facts } from '../facts.tsx';
import { useFormat } from '../use-format.ts';

/** Shows which settings are missing, and how many AI images were requested from the provider today. */
export function Today() {
  const { t } = useTranslation('admin');
  const { api, linkTo } = useAdmin();
  const format = useFormat();
  const { data } = useQuery(adminQueries(api).today());
  if (!data) return null;
  const { ai_images: made, ai_images_per_day: most, offer_without_seller: isWithoutSeller } = data;
  return (
    <div className="mb-8 flex flex-col items-start gap-4 empty:hidden">
      {isWithoutSeller && (
        <Banner tone="warning" title={t('dashboard.noSeller.title')} actions={linkTo('settings', {}, t('seller.edit'))}>
          {t('dashboard.noSeller.text')}
        </Banner>
      )}
      {made !== null && most !== null && (
        <Facts
          rows={[
            [t('dashboard.ai'), t('dashboard.ai.figure', { made: format.number(made), most: format.number(most) })],
          ]}
        />
      )}
      {made !== null && most !== null && made >= most && (
        <Banner
          tone="warning"
          title={t('dashboard.ai.usedUp')}
          actions={linkTo('settings', {}, t('dashboard.ai.toSettings'))}
        />
      )}
    </div>
  );
}
