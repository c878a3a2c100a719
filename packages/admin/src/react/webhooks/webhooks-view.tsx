import { queryState } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { DataTable, type DataColumn } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { Field } from '@isola/ui/field';
import { Select, SelectOption } from '@isola/ui/select';
import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { type WebhookEvent, webhookStatuses, webhookVerdicts } from '../../api/schemas.ts';
import { fieldOf, useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { Guarded } from '../guarded.tsx';
import { ChoiceFilter, FilterBar, TextFilter } from '../filter-bar.tsx';
import { usePageRequest, usePaging } from '../use-paging.ts';
import { useFormat } from '../use-format.ts';
import { EventStatus, Verdict } from './event-badges.tsx';
import { WebhookDetailView } from './webhook-detail.tsx';

const testTypes = ['renewed', 'payment_failed', 'ended'];

/** Webhooks page: the events of the payment providers, or the event that the URL names. It requires `webhooks.read`. */
export function WebhooksView() {
  const { search } = useAdmin();
  return (
    <Guarded permission="webhooks.read">
      {search['event'] ? <WebhookDetailView id={search['event']} /> : <EventList />}
    </Guarded>
  );
}

function EventList() {
  const { t } = useTranslation('admin');
  const { api, search, linkTo, may, isDevelopment } = useAdmin();
  const format = useFormat();
  const filter = { status: search['status'], verdict: search['verdict'], type: search['q'] };
  const request = { ...usePageRequest(), filter };
  const { data, error, state, retry } = queryState(useQuery(adminQueries(api).webhooks(request)));
  const paging = usePaging(data, t('webhooks.pages'));
  const { open, dialog } = useAction();
  const rows = data?.rows ?? [];
  const columns: DataColumn<WebhookEvent>[] = [
    {
      id: 'type',
      header: t('webhooks.type'),
      cell: ({ id, type }) => linkTo('webhooks', { event: String(id) }, type),
    },
    { id: 'provider', header: t('payments.provider'), cell: ({ provider }) => provider },
    { id: 'verdict', header: t('webhooks.signature'), cell: ({ verdict }) => <Verdict verdict={verdict} /> },
    { id: 'status', header: t('users.state'), cell: ({ status }) => <EventStatus status={status} /> },
    { id: 'attempts', header: t('webhooks.attempts'), numeric: true, cell: ({ attempts }) => format.number(attempts) },
    {
      id: 'received',
      header: t('webhooks.received'),
      cell: ({ received_at: at }) => <span className="whitespace-nowrap">{format.dateTime(at)}</span>,
    },
  ];
  return (
    <>
      <FilterBar>
        <TextFilter name="q" label={t('webhooks.type')} placeholder="payment." />
        <ChoiceFilter
          name="verdict"
          label={t('webhooks.signature')}
          all={t('filter.all')}
          choices={webhookVerdicts.map((each) => [each, t(`webhooks.verdict.${each}`)])}
        />
        <ChoiceFilter
          name="status"
          label={t('users.state')}
          all={t('filter.all')}
          choices={webhookStatuses.map((each) => [each, t(`webhooks.status.${each}`)])}
        />
        {isDevelopment && may('webhooks.write') && (
          <Button
            className="pointer-coarse:h-11"
            onClick={() =>
              open({
                title: t('webhooks.test.title'),
                text: t('webhooks.test.text'),
                confirm: t('webhooks.test.confirm'),
                done: t('webhooks.test.done'),
                fields: (
                  <Field name="type" label={t('webhooks.type')} required>
                    <Select defaultValue={testTypes[0]}>
                      {testTypes.map((each) => (
                        <SelectOption key={each} value={each}>
                          {each}
                        </SelectOption>
                      ))}
                    </Select>
                  </Field>
                ),
                run: (form) => api.sendTestWebhook(fieldOf(form, 'type')),
              })
            }
          >
            {t('webhooks.test.confirm')}
          </Button>
        )}
      </FilterBar>
      <DataTable
        caption={t('webhooks.caption')}
        captionHidden
        dense
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        state={state}
        failure={error && <Failure error={error} retry={retry} />}
        empty={
          <EmptyState figure={<Webhook />} headingLevel={2} title={t('webhooks.empty')} className="py-4">
            {t('webhooks.emptyText')}
          </EmptyState>
        }
        status={
          rows.length > 0 && t(data?.next ? 'paging.more' : 'paging.shown', { number: format.number(rows.length) })
        }
        {...paging}
      />
      {dialog}
    </>
  );
}
