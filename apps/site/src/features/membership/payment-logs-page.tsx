import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { AccountNeeded } from './account-needed.tsx';

/** The page for a member's payments. It shows none yet: it says that it needs an account. */
export function PaymentLogsPage() {
  const { t } = useTranslation('membership');
  return (
    <PageFrame page="paymentLogs" lead={t('payments.lead')}>
      <AccountNeeded
        title={t('payments.title')}
        text={t('payments.text')}
        showsTitle={t('payments.shows.title')}
        shows={[t('payments.shows.list'), t('payments.shows.invoices')]}
      />
    </PageFrame>
  );
}
