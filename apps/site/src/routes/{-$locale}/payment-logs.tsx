import { createFileRoute } from '@tanstack/react-router';

import { EveryonesPayments } from '#features/admin/everyones-payments.tsx';
import { PaymentLogsPage } from '#features/membership/payment-logs-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/payment-logs')({
  ...pageRoute('paymentLogs'),
  component: () => (
    <PaymentLogsPage>
      <EveryonesPayments />
    </PaymentLogsPage>
  ),
});
