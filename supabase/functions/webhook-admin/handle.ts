import type { FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { signedInMember } from '../_shared/payments/member-request.ts';
import { currentProvider } from '../_shared/payments/providers.ts';
import { withTimeLimit } from '../_shared/payments/with-time-limit.ts';
import { workOffEvents } from '../_shared/payments/work-off-events.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { type Fields, invalid, readFields, textIn } from '../_shared/read-fields.ts';

interface StoredEvent {
  readonly id: number;
  readonly status: string;
  readonly verdict: string;
}

/**
 * Actions on events, for administrators with `webhooks.write`. `{ action: 'replay', id }` applies a stored event again.
 * `{ action: 'test', type }` stores an event of that type that refers to nobody, if `PAYMENT_TEST_EVENTS` is 1, as in
 * development. Both answer `{ event: { id, status, verdict } }`.
 *
 * Its own codes: `session-required` and `session-invalid` 401, `action-invalid`, `id-invalid` and `type-invalid` 400,
 * `permission-required` and `test-refused` 403, `not-found-event` 409, `no-provider` 501.
 */
export const handleWebhookAdmin = postFunction(
  { name: 'webhook-admin', requests: 60, windowMs: 60_000 },
  async (request, given) => {
    const context = withTimeLimit(given);
    await signedInMember(context);
    const fields = await readFields(request);
    if ((await context.callAsMember('has_permission', { permission: 'webhooks.write' })) !== true) {
      throw new FunctionError(
        'permission-required',
        403,
        'This needs the permission webhooks.write, and proof of identity',
      );
    }
    switch (fields['action']) {
      case 'replay':
        return answerJson({ event: await replay(idIn(fields), context) });
      case 'test':
        return answerJson({ event: await storeTest(textIn(fields, 'type', 100), context) });
      default:
        throw invalid('action', 'replay or test');
    }
  },
);

async function replay(id: number, context: FunctionContext): Promise<StoredEvent> {
  const event = (await context.callAsMember('admin_replay_webhook', { event: id })) as StoredEvent | null;
  if (!event) throw new FunctionError('not-found-event', 409, 'There is no such event whose signature holds');
  await workOffEvents(context, 1, { first: id });
  return (await context.call('webhook_state', { event: id })) as StoredEvent;
}

async function storeTest(type: string, context: FunctionContext): Promise<StoredEvent> {
  if (context.environment('PAYMENT_TEST_EVENTS') !== '1') {
    throw new FunctionError('test-refused', 403, 'Test events are for development: PAYMENT_TEST_EVENTS is not 1');
  }
  const provider = currentProvider(context.environment);
  if (!provider) throw new FunctionError('no-provider', 501, 'No payment provider is set up here');
  const id = `test_${crypto.randomUUID()}`;
  const at = new Date().toISOString();
  const payload = { id, type, created: Math.floor(Date.now() / 1_000), livemode: false, data: { object: {} } };
  const stored = (await context.call('receive_webhook', {
    provider: provider.id,
    verdict: 'test',
    headers: {},
    body_base64: btoa(JSON.stringify(payload)),
    event_id: id,
    type,
    event_at: at,
    payload,
  })) as { readonly id: number };
  await workOffEvents(context, 1, { first: stored.id });
  return (await context.call('webhook_state', { event: stored.id })) as StoredEvent;
}

function idIn(fields: Fields): number {
  const id = Number(fields['id']);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw invalid('id', 'the number of an event');
}
