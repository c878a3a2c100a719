import { queryState } from '@isola/membership/react';
import { Badge } from '@isola/ui/badge';
import { DataTable } from '@isola/ui/data-table';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { useFormat } from '../use-format.ts';

const tones = { ok: 'success', failing: 'danger', idle: 'neutral', 'not-configured': 'neutral' } as const;

/** Table of the services that the backend calls, with their health. */
export function HealthSection() {
  const { t } = useTranslation('admin');
  const { api } = useAdmin();
  const format = useFormat();
  const { data = [], error, state, retry } = queryState(useQuery(adminQueries(api).health()));
  return (
    <DataTable
      caption={t('health.title')}
      captionHidden
      dense
      rows={data}
      rowId={({ id }) => id}
      state={state}
      skeletonRows={3}
      failure={error && <Failure error={error} retry={retry} />}
      empty={t('health.empty')}
      columns={[
        { id: 'id', header: t('payments.provider'), cell: ({ id }) => id },
        { id: 'kind', header: t('health.kind'), cell: ({ kind }) => t(`health.kind.${kind}`) },
        {
          id: 'state',
          header: t('users.state'),
          cell: ({ state, message }) => (
            <>
              <Badge tone={tones[state]}>{t(`health.${state}`)}</Badge>
              {message !== null && <span className="ms-2 text-soft">{message}</span>}
            </>
          ),
        },
        { id: 'success', header: t('health.lastSuccess'), cell: ({ last_success_at: at }) => format.dateTime(at) },
        {
          id: 'failures',
          header: t('health.failures'),
          numeric: true,
          cell: ({ failures_24h: count }) => format.number(count),
        },
      ]}
    />
  );
}
