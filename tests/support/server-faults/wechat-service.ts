import {
  paidOrder,
  signedByPlatform,
  wechatEvent,
  wechatSettings,
} from '../../../supabase/functions/_shared/payments/wechat-for-test.ts';
import { priceMinor } from './paid-plan.ts';
import { type Answer, type Service, startService } from './service.ts';

export interface WechatService extends Service {
  readonly environment: Readonly<Record<string, string>>;
  /** Pays an order, as a phone does that has scanned its code. The product’s server is not told. */
  readonly pay: (order: string) => void;
  /** Returns the newest order. @throws when none was sent. */
  readonly newestOrder: () => string;
}

/**
 * Starts a service with the parts of WeChat Pay’s API that the product uses. It signs its answers. A paid or closed
 * order is refused when it is sent again.
 */
export async function startWechat(): Promise<WechatService> {
  const states = new Map<string, 'open' | 'paid' | 'closed'>();
  const refusals = { paid: 'ORDERPAID', closed: 'ORDER_CLOSED' } as const;
  const answer: Answer = ({ url, body }, response) => {
    const say = (status: number, said?: object) => {
      const text = said ? JSON.stringify(said) : '';
      response.writeHead(status, { 'content-type': 'application/json', ...signedByPlatform(text) }).end(text);
    };
    const closing = /out-trade-no\/(\w+)\/close$/.exec(url.pathname)?.[1];
    const order = closing ?? (JSON.parse(body) as { readonly out_trade_no: string }).out_trade_no;
    const state = states.get(order) ?? 'open';
    if (state !== 'open') {
      say(400, { code: refusals[state], message: 'no' });
      return;
    }
    states.set(order, closing === undefined ? 'open' : 'closed');
    if (closing === undefined) say(200, { code_url: `weixin://wxpay/bizpayurl?pr=${order.slice(0, 8)}` });
    else say(204);
  };
  const service = await startService(answer);
  return {
    ...service,
    environment: { ...wechatSettings(service.origin), WECHAT_PAY_TIMEOUT_MS: '1000' },
    pay: (order) => void states.set(order, 'paid'),
    newestOrder: () => {
      const newest = [...states.keys()].at(-1);
      if (newest === undefined) throw new Error('no order was sent to WeChat Pay');
      return newest;
    },
  };
}

/**
 * Reports to the product’s server that an order was paid, as WeChat Pay does.
 * @param paidAtMs time of the payment, in milliseconds since 1970.
 * @returns the status with which the server answers.
 */
export async function reportWechatPayment(url: string, order: string, paidAtMs: number): Promise<number> {
  const body = wechatEvent('TRANSACTION.SUCCESS', paidOrder(order, priceMinor), paidAtMs);
  const headers = { 'content-type': 'application/json', ...signedByPlatform(body) };
  return (await fetch(`${url}/functions/v1/payment-webhook/wechat-pay`, { method: 'POST', headers, body })).status;
}
