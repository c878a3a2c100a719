import { queryState, usePlanName } from '@isola/membership/react';
import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { Skeleton } from '@isola/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '../../api/schemas.ts';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Facts, Section } from '../facts.tsx';
import { Failure } from '../failure.tsx';
import { usePaymentColumns } from '../payments/payment-columns.tsx';
import { AuditList } from '../settings/audit-list.tsx';
import { useFormat } from '../use-format.ts';
import { actionsFor, useUserActions } from './user-actions.tsx';
import { UserState } from './user-state.tsx';

/** One account: its state, subscriptions, usage, payments, and the actions of administrators on it. */
export function UserDetailView({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const { api, linkTo } = useAdmin();
  const { data, error, retry } = queryState(useQuery(adminQueries(api).user(id)));
  return (
    <>
      <p className="mb-4 text-13 print:hidden">{linkTo('users', {}, t('user.back'))}</p>
      {error ? (
        <Failure error={error} retry={retry} />
      ) : data ? (
        <Detail detail={data} />
      ) : data === null ? (
        <EmptyState figure={<UserX />} title={t('user.none')} headingLevel={2} />
      ) : (
        <div aria-busy className="flex flex-col gap-3">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-44" />
        </div>
      )}
    </>
  );
}

function Detail({ detail }: { detail: UserDetail }) {
  const { t } = useTranslation('admin');
  const { may } = useAdmin();
  const format = useFormat();
  const planName = usePlanName();
  const paymentColumns = usePaymentColumns(false);
  const actions = useUserActions();
  const { user, usage, subscriptions, payments, audit, sessions } = detail;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-22 font-semibold">{user.email}</h2>
        {may('users.write') && (
          <div className="flex flex-wrap gap-2 print:hidden">
            {actionsFor(user).map((id) => (
              <Button
                key={id}
                size="sm"
                variant={id === 'disable' || id === 'end' ? 'danger' : 'secondary'}
                onClick={() => actions.open(id, user)}
                className="pointer-coarse:h-11"
              >
                {t(`user.${id}.confirm`)}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className="mb-12">
        <Facts
          rows={[
            [t('users.state'), <UserState key="state" user={user} />],
            [t('users.username'), user.username ?? '–'],
            [t('users.created'), format.dateTime(user.created_at)],
            [t('users.lastSignIn'), format.dateTime(user.last_sign_in_at)],
            [t('user.sessions'), format.number(sessions)],
            [
              t('user.usage'),
              t('user.usageText', {
                today: format.number(usage.today),
                month: format.number(usage.month),
                total: format.number(usage.total),
              }),
            ],
          ]}
        />
      </div>
      <Section title={t('user.subscriptions')}>
        <DataTable
          caption={t('user.subscriptions')}
          captionHidden
          dense
          rows={subscriptions}
          rowId={({ id }) => id}
          empty={t('user.subscriptions.empty')}
          columns={[
            { id: 'plan', header: t('users.plan'), cell: ({ plan_id: plan }) => planName(plan) },
            {
              id: 'status',
              header: t('users.state'),
              cell: ({ status }) => (
                <Badge tone={status === 'active' ? 'success' : 'neutral'}>{t(`subscription.${status}`)}</Badge>
              ),
            },
            { id: 'start', header: t('subscription.start'), cell: ({ start_date: at }) => format.utcDate(at) },
            { id: 'end', header: t('subscription.end'), cell: ({ end_date: at }) => format.utcDate(at) },
            {
              id: 'price',
              header: t('payments.amount'),
              numeric: true,
              cell: ({ amount_minor: amount, currency }) => format.money(amount, currency),
            },
          ]}
        />
      </Section>
      {payments && (
        <Section title={t('user.payments')}>
          <DataTable
            caption={t('user.payments')}
            captionHidden
            dense
            rows={payments}
            rowId={({ id }) => id}
            empty={t('payments.empty')}
            columns={paymentColumns}
          />
        </Section>
      )}
      {audit && (
        <Section title={t('user.audit')}>
          <AuditList entries={audit} />
        </Section>
      )}
      {actions.dialog}
    </>
  );
}
