import type { FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { payBackDouble } from '../_shared/payments/pay-back.ts';
import type { PaymentProvider, Verification } from '../_shared/payments/payment-provider.ts';
import { paymentProviders } from '../_shared/payments/providers.ts';
import { workOffEvents } from '../_shared/payments/work-off-events.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';

/** Maximum size of a body, in bytes, as in the table `webhook_events`. */
export const maxWebhookBytes = 300_000;
const maxHeaders = 40;
const maxHeaderCharacters = 400;
/** Names of headers that authenticate and are not stored. */
const secretHeader = /signature|auth|cookie|token|secret|key|nonce|serial/i;
/** Ids and types of events that the table can store. */
const namePattern = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
/** Maximum number of other due events that are retried together with a received one. */
const maxOtherEvents = 5;
/** Maximum number of events in one call of `/retry`, which repeats every minute. */
const maxRetries = 20;

/**
 * Receives events of a payment provider at `/payment-webhook/<provider>`. The received bytes are stored with the
 * verdict on their signature, and a valid event is applied. The answer has the provider's own form and asks it to send
 * only those events again that could not be stored. A stored event that could not be applied is retried here, and by a
 * call of `/payment-webhook/retry`. Anybody may make that call, because it only processes events that are due. Its
 * answer is `{ tried }`.
 *
 * Its own codes: `provider-invalid` 400, `body-too-large` 413, `not-configured` 501; `unavailable` 503 when nothing was
 * stored.
 */
export const handlePaymentWebhook = postFunction(
  { name: 'payment-webhook', requests: 1_200, windowMs: 60_000 },
  async (request, context) => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (name === 'retry') return answerJson({ tried: await retry(context) });
    const read = Object.hasOwn(paymentProviders, name) ? paymentProviders[name] : undefined;
    if (!read) throw new FunctionError('provider-invalid', 400, 'There is no such payment provider');
    const bytes = await bytesOf(request);
    const provider = read(context.environment);
    // Nothing is stored, because anybody may send a request here.
    if (!provider) throw new FunctionError('not-configured', 501, 'This payment provider is not set up here');
    const verification = await verify(provider, bytes, request.headers);
    const stored = (await context.call('receive_webhook', {
      provider: name,
      verdict: verification.verdict,
      headers: keptHeaders(request.headers),
      body_base64: base64Of(bytes),
      event_id: verification.event?.id ?? null,
      type: verification.event?.type ?? null,
      event_at: verification.event?.at ?? null,
      payload: verification.event?.payload ?? null,
    })) as { readonly id: number };
    if (!verification.event) return provider.webhook.acknowledge(false);
    await workOff(context, stored.id);
    return provider.webhook.acknowledge(true);
  },
);

async function retry(context: FunctionContext): Promise<number> {
  const tried = await workOffEvents(context, maxRetries);
  await payBackDouble(context, maxRetries);
  return tried;
}

async function verify(provider: PaymentProvider, bytes: Uint8Array, headers: Headers): Promise<Verification> {
  const { verdict, event } = await provider.webhook.verify({ bytes, headers });
  if (event === null) return { verdict, event };
  // The database would refuse an id or type that it cannot store each time the event is sent again.
  if (!namePattern.test(event.id) || !namePattern.test(event.type)) return { verdict: 'malformed', event: null };
  return { verdict, event: { ...event, payload: storable(event.payload) } };
}

/**
 * Removes NUL and replaces lone surrogates, which PostgreSQL cannot store. The original bytes are stored next to the
 * payload.
 */
function storable(payload: unknown): unknown {
  return JSON.parse(JSON.stringify(payload), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  ) as unknown;
}

/** Applies a stored event. Failures are ignored: the event is stored, so the provider need not send it again. */
async function workOff(context: FunctionContext, event: number): Promise<void> {
  try {
    await workOffEvents(context, 1 + maxOtherEvents, { first: event });
    await payBackDouble(context, 1);
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
  }
}

/** Reads the body. @throws {FunctionError} `body-too-large`. */
async function bytesOf(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxWebhookBytes) {
      throw new FunctionError('body-too-large', 413, `The body is larger than ${maxWebhookBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function keptHeaders(headers: Headers): Readonly<Record<string, string>> {
  const kept = [...headers].filter(([name]) => !secretHeader.test(name)).slice(0, maxHeaders);
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name.slice(0, maxHeaderCharacters),
      value.slice(0, maxHeaderCharacters).toWellFormed(),
    ]),
  );
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // Every engine accepts this number of arguments.
  for (let start = 0; start < bytes.length; start += 8_192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  }
  return btoa(text);
}
