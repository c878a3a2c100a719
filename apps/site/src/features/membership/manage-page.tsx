import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { AccountNeeded } from './account-needed.tsx';

/** Where a member's plan is changed. */
export function ManagePage() {
  const { t } = useTranslation('membership');
  return (
    <PageFrame page="membershipManage" lead={t('manage.lead')}>
      <AccountNeeded
        title={t('manage.title')}
        text={t('manage.text')}
        showsTitle={t('manage.shows.title')}
        shows={[t('manage.shows.plan'), t('manage.shows.usage'), t('manage.shows.invoices')]}
      />
    </PageFrame>
  );
}
