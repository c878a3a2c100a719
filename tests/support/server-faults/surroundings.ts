/**
 * Tests of faults behind the product’s server: each process of the runner starts one server of its own, between a mail
 * server, two providers of payments, a provider of pictures and, where PostgreSQL is installed, a database that fail on
 * request. The embedded database cannot be locked or delayed from outside, because its only session belongs to the
 * server.
 */
import { test as base } from '@playwright/test';
import postgres from 'postgres';

import { hasPostgres, type TemporaryPostgres, withTemporaryPostgres } from '../../../scripts/temporary-postgres.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type PictureService, startPictures } from './picture-service.ts';
import { type Product, withProduct } from './product.ts';
import { type Relay, startRelay } from './relay.ts';
import { startStripe, type StripeService } from './stripe-service.ts';
import { startWechat, type WechatService } from './wechat-service.ts';

interface Database extends Pick<TemporaryPostgres, 'stop' | 'start'> {
  /** The only way of the product to the database. */
  readonly relay: Relay;
  /** Locks a table in a transaction of somebody else. @returns a function that ends the transaction. */
  readonly lock: (table: string) => Promise<() => Promise<void>>;
}

export interface Surroundings {
  readonly product: Product;
  readonly mail: MailServer;
  readonly stripe: StripeService;
  readonly wechat: WechatService;
  readonly pictures: PictureService;
  /** Null where PostgreSQL is not installed. The product then uses the embedded database. */
  readonly database: Database | null;
}

/** `test` of Playwright whose pages open the site of the product in `around`. */
export const test = base.extend<
  { readonly afterwards: undefined },
  {
    readonly usesPostgres: boolean;
    /** Provider of new checkouts. */
    readonly paymentProvider: 'stripe' | 'wechat-pay';
    readonly around: Surroundings;
  }
>({
  usesPostgres: [hasPostgres(), { scope: 'worker', option: true }],
  paymentProvider: ['stripe', { scope: 'worker', option: true }],
  around: [
    async ({ usesPostgres, paymentProvider }, give) => {
      const [mail, stripe, wechat, pictures] = await Promise.all([
        startMailServer(),
        startStripe(),
        startWechat(),
        startPictures(),
      ]);
      const environment = {
        SMTP_URL: mail.url,
        MAIL_FROM: 'Isola <post@isola.example>',
        PAYMENT_PROVIDER: paymentProvider,
        ...stripe.environment,
        ...wechat.environment,
        ...pictures.environment,
      };
      const giveWith = (database: Database | null, more: Readonly<Record<string, string>>) =>
        withProduct({ ...environment, ...more }, (product) =>
          give({ product, mail, stripe, wechat, pictures, database }),
        );
      try {
        await (usesPostgres ? withTemporaryPostgres((server) => withRelay(server, giveWith)) : giveWith(null, {}));
      } finally {
        await Promise.all([mail.close(), stripe.close(), wechat.close(), pictures.close()]);
      }
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  baseURL: async ({ around }, give) => give(around.product.url),
  // Ends the faults of each test, also of one that has failed.
  afterwards: [
    async ({ around }, give) => {
      await give(undefined);
      await endFaults(around);
    },
    { auto: true },
  ],
});

async function endFaults({ product, mail, stripe, wechat, pictures, database }: Surroundings): Promise<void> {
  product.resume();
  mail.setFault(null);
  database?.relay.delay(0);
  await Promise.all([mail.open(), stripe.setBack(), wechat.setBack(), pictures.setBack(), database?.relay.open()]);
}

async function withRelay(
  server: TemporaryPostgres,
  give: (database: Database, environment: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const relay = await startRelay(new URL(server.url));
  const url = new URL(server.url);
  url.port = String(relay.number);
  try {
    await give(
      { stop: server.stop, start: server.start, relay, lock: (table) => lock(server.url, table) },
      { DATABASE_URL: url.href },
    );
  } finally {
    await relay.close();
  }
}

/** Begins a transaction that locks a table. @returns a function that ends it. */
async function lock(url: string, table: string): Promise<() => Promise<void>> {
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  await connection.unsafe(`begin; lock table ${table} in access exclusive mode`);
  // The end of a connection rolls its transaction back.
  return () => connection.end({ timeout: 0 });
}
