import { PaymentsView } from '@isola/membership/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { MembershipEnvironment } from './membership-environment.tsx';

/**
 * Page with the member's own payments.
 * @param props.children additional content for administrators, rendered once the signed-in user is known.
 */
export function PaymentLogsPage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('membership');
  return (
    <PageFrame page="paymentLogs" lead={t('payments.lead')} width="wide">
      <MembershipEnvironment>
        <PaymentsView />
        {children}
      </MembershipEnvironment>
    </PageFrame>
  );
}
