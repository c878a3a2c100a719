import { createFileRoute } from '@tanstack/react-router';

import { PaymentLogsPage } from '#features/membership/payment-logs-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/payment-logs')({
  ...pageRoute('paymentLogs'),
  component: PaymentLogsPage,
});
