/** WeChat Pay's signatures and events for tests of any runner: this file knows of none. */
import { createCipheriv, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';

/** Key of 32 bytes that encrypts events. */
export const apiKey = '0123456789abcdef0123456789abcdef';
/** The merchant's keys, with which our requests are signed. */
export const merchant = keyPair();
/** The keys with which WeChat Pay signs its answers and events. */
export const platform = keyPair();

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Returns the settings of a WeChat Pay at this origin. */
export const wechatSettings = (origin: string) => ({
  WECHAT_PAY_API_URL: origin,
  WECHAT_PAY_APP_ID: 'wx1',
  WECHAT_PAY_MERCHANT_ID: '1900000001',
  WECHAT_PAY_SERIAL: 'SERIAL1',
  WECHAT_PAY_PRIVATE_KEY: merchant.privateKey.replaceAll('\n', String.raw`\n`),
  WECHAT_PAY_API_KEY: apiKey,
  WECHAT_PAY_PLATFORM_KEY: platform.publicKey,
  WECHAT_PAY_PLATFORM_KEY_ID: 'PUB_KEY_ID_1',
  WECHAT_PAY_NOTIFY_URL: 'https://isola.example/functions/v1/payment-webhook/wechat-pay',
});

/**
 * Returns the headers with which WeChat Pay signs an answer or an event: time, nonce and body, each on a line. The
 * options forge parts of them.
 */
export function signedByPlatform(
  body: string,
  { key = platform.privateKey, atMs = Date.now(), serial = 'PUB_KEY_ID_1' } = {},
) {
  const timestamp = String(Math.floor(atMs / 1_000));
  const nonce = randomUUID();
  const signature = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`).sign(key, 'base64');
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': signature,
    'wechatpay-serial': serial,
  };
}

/**
 * Returns an event whose resource is encrypted with AES-256-GCM; the tag follows the ciphertext.
 * @param atMs time at which it was made, in milliseconds since 1970.
 */
export function wechatEvent(type: string, resource: object, atMs = Date.now()): string {
  const nonce = 'nonce-of-12b';
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from('transaction'));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({
    id: randomUUID(),
    create_time: new Date(atMs).toISOString(),
    event_type: type,
    resource_type: 'encrypt-resource',
    resource: {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: ciphertext.toString('base64'),
      nonce,
      associated_data: 'transaction',
      original_type: 'transaction',
    },
  });
}

/** Returns the resource of an event that an order was paid. @param amountMinor in hundredths of CNY. */
export const paidOrder = (orderId: string, amountMinor = 1_200) => ({
  out_trade_no: orderId.replaceAll('-', ''),
  transaction_id: `42${orderId.replaceAll('-', '')}`.slice(0, 32),
  trade_state: 'SUCCESS',
  payer: { openid: 'o1' },
  amount: { total: amountMinor, payer_total: amountMinor, currency: 'CNY' },
});
