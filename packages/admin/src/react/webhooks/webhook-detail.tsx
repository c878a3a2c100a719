import { queryState } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { EmptyState } from '@isola/ui/empty-state';
import { Skeleton } from '@isola/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { WebhookDetail } from '../../api/schemas.ts';
import { useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Facts, Section } from '../facts.tsx';
import { Failure } from '../failure.tsx';
import { useFormat } from '../use-format.ts';
import { EventStatus, Verdict } from './event-badges.tsx';

/** One event: its signature, headers without secrets, payload and raw body, and a button that processes it again. */
export function WebhookDetailView({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const { api, linkTo } = useAdmin();
  const { data, error, retry } = queryState(useQuery(adminQueries(api).webhook(id)));
  return (
    <>
      <p className="mb-4 text-13 print:hidden">{linkTo('webhooks', {}, t('webhooks.back'))}</p>
      {error ? (
        <Failure error={error} retry={retry} />
      ) : data ? (
        <Detail event={data} />
      ) : data === null ? (
        <EmptyState figure={<FileX />} title={t('webhooks.none')} headingLevel={2} />
      ) : (
        <Skeleton aria-busy className="h-44" />
      )}
    </>
  );
}

function Detail({ event }: { event: WebhookDetail }) {
  const { t } = useTranslation('admin');
  const { api, may } = useAdmin();
  const format = useFormat();
  const { open, dialog } = useAction();
  const id = String(event.id);
  // A forged event must never be processed. The backend refuses it as well.
  const canReplay = may('webhooks.write') && (event.verdict === 'valid' || event.verdict === 'test');
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-22 font-semibold">{event.type}</h2>
        {canReplay && (
          <Button
            size="sm"
            className="print:hidden pointer-coarse:h-11"
            onClick={() =>
              open({
                title: t('webhooks.replay.title'),
                text: t('webhooks.replay.text'),
                confirm: t('webhooks.replay.confirm'),
                done: t('webhooks.replay.done'),
                run: () => api.replayWebhook(id),
              })
            }
          >
            {t('webhooks.replay.confirm')}
          </Button>
        )}
      </div>
      <div className="mb-12">
        <Facts
          rows={[
            [t('webhooks.signature'), <Verdict key="verdict" verdict={event.verdict} />],
            [t('users.state'), <EventStatus key="status" status={event.status} />],
            [t('payments.provider'), event.provider],
            [t('webhooks.eventId'), event.event_id ?? '–'],
            [t('webhooks.received'), format.dateTime(event.received_at)],
            [t('webhooks.made'), format.dateTime(event.event_at)],
            [t('webhooks.processed'), format.dateTime(event.processed_at)],
            [t('webhooks.attempts'), format.number(event.attempts)],
            ...(event.next_attempt_at === null
              ? []
              : [[t('webhooks.nextAttempt'), format.dateTime(event.next_attempt_at)] as const]),
            ...(event.error === null ? [] : [[t('webhooks.error'), event.error] as const]),
          ]}
        />
      </div>
      <Section title={t('webhooks.headers')}>
        <Facts rows={Object.entries(event.headers).map(([name, value]) => [name, String(value)] as const)} />
      </Section>
      <Section title={t('webhooks.payload')}>
        <Source label={t('webhooks.payload')} text={JSON.stringify(event.payload, undefined, 2)} />
      </Section>
      {event.body_base64 !== null && (
        <Section title={t('webhooks.body')}>
          <Source label={t('webhooks.body')} text={textOf(event.body_base64)} />
        </Section>
      )}
      {dialog}
    </>
  );
}

function Source({ label, text }: { label: string; text: string }) {
  return (
    <pre
      // An element that scrolls must be reachable with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      role="region"
      className="max-h-100 overflow-auto rounded-md border border-line bg-sunk p-3 font-mono text-12 whitespace-pre-wrap print:max-h-none"
    >
      {text}
    </pre>
  );
}

/** Decodes Base64 as UTF-8 text. */
function textOf(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (each) => each.codePointAt(0) ?? 0));
}
