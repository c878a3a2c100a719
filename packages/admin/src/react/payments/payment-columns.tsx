import { usePlanName } from '@isola/membership/react';
import { Badge } from '@isola/ui/badge';
import type { DataColumn } from '@isola/ui/data-table';
import { useTranslation } from 'react-i18next';

import type { Payment } from '../../api/schemas.ts';
import { useAdmin } from '../admin-context.tsx';
import { useFormat } from '../use-format.ts';

const tones = {
  pending: 'neutral',
  succeeded: 'success',
  failed: 'danger',
  partially_refunded: 'warning',
  refunded: 'warning',
  disputed: 'danger',
} as const;

/**
 * Returns the columns of a table of payments.
 * @param withPayer whether the table lists the payments of several users.
 */
export function usePaymentColumns(withPayer: boolean): DataColumn<Payment>[] {
  const { t } = useTranslation('admin');
  const { linkTo, may } = useAdmin();
  const format = useFormat();
  const planName = usePlanName();
  const payer = ({ user_id: user, email }: Payment) => {
    const words = email ?? t('payments.erased');
    return user !== null && may('users.read') ? linkTo('users', { user }, words) : words;
  };
  return [
    { id: 'at', header: t('payments.at'), cell: ({ paid_at: paid, created_at: at }) => format.dateTime(paid ?? at) },
    ...(withPayer ? [{ id: 'payer', header: t('payments.payer'), cell: payer }] : []),
    { id: 'plan', header: t('users.plan'), cell: ({ plan_id: plan }) => (plan === null ? '–' : planName(plan)) },
    {
      id: 'status',
      header: t('users.state'),
      cell: ({ status, refund_due: isRefundDue, refund_reason: reason }) =>
        isRefundDue && reason ? (
          <Badge tone="danger">{t(`payments.refund.${reason}`)}</Badge>
        ) : (
          <Badge tone={tones[status]}>{t(`payments.status.${status}`)}</Badge>
        ),
    },
    {
      id: 'amount',
      header: t('payments.amount'),
      numeric: true,
      cell: ({ amount_minor: amount, currency }) => format.money(amount, currency),
    },
    {
      id: 'refunded',
      header: t('payments.refunded'),
      numeric: true,
      cell: ({ refunded_minor: refunded, currency }) => (refunded > 0 ? format.money(refunded, currency) : '–'),
    },
    { id: 'provider', header: t('payments.provider'), cell: ({ provider }) => provider },
    {
      id: 'reference',
      header: t('payments.reference'),
      cell: ({ provider_payment_id: reference }) => <span className="font-mono text-12">{reference ?? '–'}</span>,
    },
  ];
}
