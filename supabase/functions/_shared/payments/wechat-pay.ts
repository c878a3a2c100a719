import { FunctionError } from '../function-error.ts';
import { paidAlready } from './paid-already.ts';
import type {
  CheckoutOrder,
  CheckoutStart,
  Delivery,
  PaymentFact,
  ProviderContext,
  ProviderEvent,
  ReadPaymentProvider,
  Verification,
} from './payment-provider.ts';

interface Settings {
  readonly base: URL;
  readonly appId: string;
  readonly merchantId: string;
  /** Serial number of the merchant's certificate. */
  readonly serial: string;
  /** The merchant's private key, PKCS #8 in PEM. */
  readonly privateKey: string;
  /** Key of 32 bytes that encrypts events. */
  readonly apiKey: string;
  /** WeChat Pay's public key, SPKI in PEM, and its id. */
  readonly platformKey: string;
  readonly platformKeyId: string;
  readonly notifyUrl: string;
  /** `native`: a code that a phone scans. `h5`: a page for the phone's browser. */
  readonly product: 'native' | 'h5';
  /** Time that an answer may take with its body. */
  readonly timeoutMs: number;
}

const names = {
  appId: 'WECHAT_PAY_APP_ID',
  merchantId: 'WECHAT_PAY_MERCHANT_ID',
  serial: 'WECHAT_PAY_SERIAL',
  privateKey: 'WECHAT_PAY_PRIVATE_KEY',
  apiKey: 'WECHAT_PAY_API_KEY',
  platformKey: 'WECHAT_PAY_PLATFORM_KEY',
  platformKeyId: 'WECHAT_PAY_PLATFORM_KEY_ID',
  notifyUrl: 'WECHAT_PAY_NOTIFY_URL',
} as const;

const toleranceMs = 300_000;
/** Maximum size of an answer, in bytes; far more than any order needs. */
const maxAnswerBytes = 64 * 1_024;
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/**
 * WeChat Pay, API v3: orders of the products Native and H5, and events. A period is paid once; WeChat Pay renews
 * nothing.
 * @see https://pay.weixin.qq.com/doc/v3/merchant/4012791877
 */
export const readWechatPay: ReadPaymentProvider = (environment) => {
  if (!environment(names.merchantId)) return null;
  const required = Object.fromEntries(
    Object.entries(names).map(([key, name]) => {
      const value = environment(name)?.replaceAll(String.raw`\n`, '\n');
      if (!value) throw new Error(`${name} is not set`);
      return [key, value];
    }),
  ) as Record<keyof typeof names, string>;
  if (new TextEncoder().encode(required.apiKey).length !== 32) throw new Error(`${names.apiKey} has not 32 bytes`);
  const product = environment('WECHAT_PAY_PRODUCT') || 'native';
  if (product !== 'native' && product !== 'h5') throw new Error('WECHAT_PAY_PRODUCT is neither native nor h5');
  const base = URL.parse(environment('WECHAT_PAY_API_URL') || 'https://api.mch.weixin.qq.com');
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error('WECHAT_PAY_API_URL is no http or https address');
  const timeoutMs = Number(environment('WECHAT_PAY_TIMEOUT_MS') || 10_000);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 10) {
    throw new Error('WECHAT_PAY_TIMEOUT_MS is no number of milliseconds');
  }
  const settings: Settings = { ...required, base, product, timeoutMs };
  return {
    id: 'wechat-pay',
    startCheckout: (order, context) => startCheckout(order, settings, context),
    abandonCheckout: async (id, context) => {
      try {
        await ask(`/v3/pay/transactions/out-trade-no/${id}/close`, { mchid: settings.merchantId }, settings, context);
        return true;
      } catch (error) {
        if (isRefusal(error, 'ORDERPAID')) return false;
        if (isRefusal(error, 'ORDER_CLOSED')) return true;
        throw error;
      }
    },
    openPortal: null,
    refund: null,
    renewals: null,
    webhook: {
      verify: (delivery) => verify(delivery, settings),
      factsOf: (event) => Promise.resolve(factsOf(event)),
      acknowledge: (isKept) =>
        isKept
          ? new Response(null, { status: 204 })
          : Response.json({ code: 'FAIL', message: 'not accepted' }, { status: 400 }),
    },
  };
};

async function startCheckout(
  order: CheckoutOrder,
  settings: Settings,
  context: ProviderContext,
): Promise<CheckoutStart> {
  if (order.currency !== 'CNY') {
    throw new FunctionError('not-offered', 409, 'WeChat Pay takes CNY alone');
  }
  // The id has at most 32 characters, which is a UUID without its hyphens.
  const providerCheckoutId = order.checkoutId.replaceAll('-', '');
  const answer = await ask(
    `/v3/pay/transactions/${settings.product}`,
    {
      appid: settings.appId,
      mchid: settings.merchantId,
      description: `Isola ${order.planId}`,
      out_trade_no: providerCheckoutId,
      notify_url: settings.notifyUrl,
      amount: { total: order.amountMinor, currency: 'CNY' },
      ...(settings.product === 'h5' && {
        scene_info: { payer_client_ip: order.ip ?? '127.0.0.1', h5_info: { type: 'Wap' } },
      }),
    },
    settings,
    context,
  ).catch((error: unknown) => {
    throw isRefusal(error, 'ORDERPAID') ? paidAlready() : error;
  });
  const { code_url: content, h5_url: url } = (answer ?? {}) as {
    readonly code_url?: unknown;
    readonly h5_url?: unknown;
  };
  if (typeof content === 'string') {
    return { step: { outcome: 'qr', content }, providerCheckoutId, customerId: null };
  }
  if (typeof url !== 'string') throw refused('WeChat Pay answered an order without a way to pay it');
  const page = new URL(url);
  page.searchParams.set('redirect_url', order.returnUrl);
  return { step: { outcome: 'redirect', url: page.href }, providerCheckoutId, customerId: null };
}

/** Sends a signed POST. @returns the answer after its signature was verified; null for an empty one. */
async function ask(path: string, body: object, settings: Settings, context: ProviderContext): Promise<unknown> {
  const { bytes, response } = await post(path, JSON.stringify(body), settings, context);
  // With 202, somebody is paying the order at this moment.
  if (response.status === 202 || response.status === 429 || response.status >= 500) throw unavailable();
  if (!response.ok) throw refused(`WeChat Pay answered ${response.status}`, codeIn(bytes));
  if (bytes.length === 0) return null;
  if ((await signatureVerdict({ bytes, headers: response.headers }, settings)) !== 'valid') {
    throw refused('The answer of WeChat Pay is not signed by it');
  }
  return jsonIn(bytes);
}

/** Sends a signed POST. @throws {FunctionError} `provider-unavailable` when no whole answer arrives in time. */
async function post(path: string, text: string, settings: Settings, { fetch }: ProviderContext) {
  const headers = {
    authorization: await authorization('POST', path, text, settings),
    'content-type': 'application/json',
    accept: 'application/json',
    'wechatpay-serial': settings.platformKeyId,
  };
  const signal = AbortSignal.timeout(settings.timeoutMs);
  try {
    const response = await fetch(new URL(path, settings.base), {
      method: 'POST',
      headers,
      body: text,
      redirect: 'error',
      signal,
    });
    return { response, bytes: await bytesIn(response) };
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** Reads a body. @throws when it is too large, or does not arrive whole. */
async function bytesIn({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxAnswerBytes) throw new Error(`The answer is larger than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

async function authorization(method: string, path: string, body: string, settings: Settings): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const key = await crypto.subtle.importKey('pkcs8', bytesOfPem(settings.privateKey), rsa, false, ['sign']);
  const signed = new TextEncoder().encode(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`);
  const signature = base64Of(new Uint8Array(await crypto.subtle.sign(rsa, key, signed)));
  const parts = {
    mchid: settings.merchantId,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: settings.serial,
  };
  const named = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${named.join()}`;
}

async function verify(delivery: Delivery, settings: Settings): Promise<Verification> {
  const verdict = await signatureVerdict(delivery, settings);
  if (verdict !== 'valid') return { verdict, event: null };
  try {
    return { verdict, event: await eventIn(delivery.bytes, settings) };
  } catch {
    return { verdict: 'malformed', event: null };
  }
}

/** Verifies WeChat Pay's signature over the time, a nonce and the bytes. */
async function signatureVerdict(
  { bytes, headers }: Delivery,
  { platformKey, platformKeyId }: Settings,
): Promise<'valid' | 'no-signature' | 'bad-signature' | 'too-old'> {
  const [signature, timestamp, nonce] = ['signature', 'timestamp', 'nonce'].map((name) =>
    headers.get(`wechatpay-${name}`),
  );
  if (!signature || !timestamp || !nonce) return 'no-signature';
  if (headers.get('wechatpay-serial') !== platformKeyId) return 'bad-signature';
  const head = new TextEncoder().encode(`${timestamp}\n${nonce}\n`);
  const signed = new Uint8Array([...head, ...bytes, 0x0a]);
  try {
    const key = await crypto.subtle.importKey('spki', bytesOfPem(platformKey), rsa, false, ['verify']);
    if (!(await crypto.subtle.verify(rsa, key, bytesOf(signature), signed))) return 'bad-signature';
  } catch {
    return 'bad-signature';
  }
  return Math.abs(Date.now() - Number(timestamp) * 1_000) <= toleranceMs ? 'valid' : 'too-old';
}

/** Decrypts an event. @throws when the bytes are not an event or cannot be decrypted. */
async function eventIn(bytes: Uint8Array, settings: Settings): Promise<ProviderEvent> {
  const { resource, ...event } = jsonIn(bytes) as {
    readonly id: string;
    readonly event_type: string;
    readonly create_time: string;
    readonly resource: Readonly<Record<'ciphertext' | 'nonce', string>> & { readonly associated_data?: string };
  };
  const { id, event_type: type, create_time: time } = event;
  if (typeof id !== 'string' || typeof type !== 'string') throw new Error('This is no event');
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', utf8.encode(settings.apiKey), 'AES-GCM', false, ['decrypt']);
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: utf8.encode(resource.nonce), additionalData: utf8.encode(resource.associated_data ?? '') },
    key,
    bytesOf(resource.ciphertext),
  );
  return {
    id,
    type,
    at: new Date(time).toISOString(),
    payload: { ...event, resource: jsonIn(new Uint8Array(opened)) },
  };
}

interface Resource {
  readonly out_trade_no: string;
  readonly transaction_id: string;
  readonly success_time?: string;
  readonly payer?: { readonly openid?: string };
  readonly amount: { readonly total: number; readonly refund?: number; readonly currency?: string };
  readonly refund_id?: string;
  readonly trade_state?: string;
}

function factsOf({ type, payload }: ProviderEvent): readonly PaymentFact[] {
  const { resource } = payload as { readonly resource: Resource };
  const payment = { paymentId: resource.transaction_id, currency: resource.amount.currency ?? 'CNY' };
  switch (type) {
    case 'TRANSACTION.SUCCESS':
      return [
        {
          kind: 'checkout_completed',
          ...payment,
          providerCheckoutId: resource.out_trade_no,
          checkoutId: resource.out_trade_no.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
          customerId: resource.payer?.openid,
          amountMinor: resource.amount.total,
        },
      ];
    case 'REFUND.SUCCESS':
    case 'REFUND.ABNORMAL':
    case 'REFUND.CLOSED':
      return [
        {
          kind: 'refunded',
          ...payment,
          refundId: resource.refund_id,
          amountMinor: resource.amount.refund ?? 0,
          refundStatus: type === 'REFUND.SUCCESS' ? 'succeeded' : 'failed',
        },
      ];
    default:
      return [];
  }
}

function unavailable(cause?: unknown): FunctionError {
  return new FunctionError('provider-unavailable', 503, 'The payment provider does not answer: try again later', {
    cause,
    headers: { 'retry-after': '30' },
  });
}

function refused(message: string, reason?: string): FunctionError {
  return new FunctionError('provider-refused', 502, message, { details: reason === undefined ? {} : { reason } });
}

/** Returns whether WeChat Pay refused a request with this code. */
function isRefusal(error: unknown, reason: string): boolean {
  return error instanceof FunctionError && error.details['reason'] === reason;
}

function codeIn(bytes: Uint8Array): string | undefined {
  try {
    const { code } = jsonIn(bytes) as { readonly code?: unknown };
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}

function jsonIn(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
}

function bytesOfPem(pem: string): Uint8Array<ArrayBuffer> {
  return bytesOf(pem.replaceAll(/-----[^-]+-----|\s/g, ''));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
