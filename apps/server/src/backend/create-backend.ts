import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { Hono, type MiddlewareHandler } from 'hono';

import type { Logger } from '../create-logger.ts';
import { currentRequest } from '../request-scope.ts';
import { createAccountProtection } from './auth/account-protection.ts';
import { createAccounts } from './auth/accounts.ts';
import { authRoutes } from './auth/auth-routes.ts';
import type { AuthEnvironment } from './auth/route-tools.ts';
import type { StartSettings } from './backend-settings.ts';
import { createGate } from './limits/create-gate.ts';
import { createLite } from './lite/create-lite.ts';
import { createMailer } from './mail/create-mailer.ts';
import { createKnownNetworks } from './auth/known-networks.ts';
import { createMailLinks } from './auth/mail-links.ts';
import { createMailbox, mailboxPage } from './mail/mailbox.ts';
import { isDatabaseAway } from './lite/database-errors.ts';
import { answerStepMs, createAnswerEvenly } from './lite/even-answers.ts';
import { createJsonColumns } from './lite/json-columns.ts';
import { knowsTables } from './lite/known-tables.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { preregistrationRoutes } from './auth/preregistration-routes.ts';
import { createFigures } from './operator/backend-figures.ts';
import { startPruning } from './operator/prune-accounts.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { createAllowedOrigin } from './auth/redirects.ts';
import { renewSignature } from './lite/renew-signature.ts';
import { createMailSender } from './mail/send-mail.ts';
import type { Secrets } from './process/secrets.ts';
import { unavailable } from './process/unavailable.ts';
import { figuresPath, readinessPath } from './process/worker-messages.ts';

export interface OpenBackend {
  /** @param address IP address of the visitor. */
  readonly fetch: (request: Request, address: string | null) => Promise<Response>;
  /** Returns a tar archive of the embedded database's files. */
  readonly snapshot: () => Promise<ArrayBuffer>;
  readonly close: () => Promise<void>;
}

/**
 * Maximum number of concurrent requests for tables on an external PostgreSQL. The other four of its ten connections
 * serve accounts. The embedded database has one session and takes one request for tables at a time, so that a request
 * of an account waits for at most one of them.
 */
const tablesAtOnce = 6;
/** Maximum number of waiting requests for tables. Further requests are answered with 503. */
const tablesWaiting = 512;

/** Path at which a page that has asked for an email learns whether emails wait. The answer concerns no address. */
const mailStatePath = '/auth/v1/mail';

const migrationsFolder = join(import.meta.dirname, '../../../../supabase/migrations');

/**
 * Opens the backend in this thread: the embedded library behind the routes that the product uses. The database is
 * migrated first.
 */
export async function createBackend(settings: StartSettings, secrets: Secrets, logger: Logger): Promise<OpenBackend> {
  const database = await openDatabase(settings);
  const lite = createLite(database, secrets, settings.siteOrigin, settings.redirectOrigins);
  const mailbox = createMailbox();
  const sender = createMailSender(settings.smtp, mailbox, database, logger);
  const { kysely } = lite.connection;
  const links = createMailLinks(kysely, secrets.jwtSecret);
  const mailer = createMailer(links, sender, async (id) => (await createAccounts(kysely).byId(id))?.language);
  // The library documents how to replace the sender of emails, but not how to replace their texts. Therefore its
  // private field is set.
  lite['_mailer'] = mailer.forLibrary;
  try {
    await migrate(lite, database, settings.migrationsFolder ?? migrationsFolder);
  } catch (error) {
    await database.connection.close();
    throw error;
  }
  sender.start();

  // The library uses the peer's address only for its admin mode, which is off. Therefore it gets no address.
  const answer = async (request: Request) => lite.fetch(await renewSignature(request, secrets), { peerAddress: null });
  const answerEvenly = createAnswerEvenly(settings.answerStepMs ?? answerStepMs);
  const limits = createRateLimits(database.createRateCounter, settings.rateLimitScale);
  const protection = createAccountProtection({
    answer,
    database: kysely,
    limits,
    sender,
    siteOrigin: settings.siteOrigin,
    logger,
  });
  const withJsonColumns = createJsonColumns(database.rows);
  const pruning = startPruning(lite, database, protection, logger);
  const figures = createFigures(database);

  const app = new Hono<AuthEnvironment>();
  app.use(explainFailures(logger));
  const tables = createGate(database.isShared ? tablesAtOnce : 1, tablesWaiting);
  app.use('/rest/v1/*', async (context, next) => {
    const passed = await tables.pass(async () => {
      // The embedded database answers within one turn of the event loop. Waiting for the next turn lets the server read
      // new requests.
      await setImmediate();
      await next();
    });
    // The gate refused the request, because too many are waiting. It has no answer yet.
    if (passed === null) context.res = unavailable();
  });
  app.get(mailStatePath, async (context) => context.json({ delayed: await sender.isDelayed() }));
  app.route('/', protection.routes);
  app.route(
    '/',
    authRoutes({
      answer,
      answerEvenly,
      database: kysely,
      siteOrigin: settings.siteOrigin,
      allowedOrigin: createAllowedOrigin(settings.siteOrigin, settings.redirectOrigins),
      limits,
      links,
      knownNetworks: createKnownNetworks(kysely, secrets.jwtSecret),
      mailer,
      notifyPasswordChanged: protection.notifyPasswordChanged,
      notifyAlreadyRegistered: protection.notifyAlreadyRegistered,
      logger,
    }),
  );
  app.route(
    '/',
    preregistrationRoutes({
      answerEvenly,
      rows: database.rows,
      sender,
      limits,
      siteOrigin: settings.siteOrigin,
      logger,
    }),
  );
  app.all('/rest/v1/*', async (context) => {
    if (!(await knowsTables(lite.connection))) return unavailable();
    const response = await answer(await withJsonColumns(context.req.raw));
    // The library also answers 404 when the database is unavailable. In that case, this query throws.
    if (response.status === 404) await database.rows('select 1');
    return response;
  });
  app.get(readinessPath, async (context) => {
    // The query fails unless the migrations have created the table and the database answers.
    await database.rows('select from auth.users limit 1');
    return context.body(null, 204);
  });
  app.get(figuresPath, async (context) => context.json(await figures()));
  // The server in front of the backend decides who may read the mailbox.
  app.get('/_local/mailbox', (context) => context.html(mailboxPage(mailbox.mails())));
  app.get('/_local/mailbox.json', (context) => context.json(mailbox.mails()));
  app.notFound((context) => context.json({ message: 'There is nothing here' }, 404));
  app.onError((error, context) => {
    const request = currentRequest();
    if (request) request.failure = error;
    return context.json({ message: 'Internal Server Error' }, 500);
  });
  return {
    fetch: async (request, address) => app.fetch(request, { address }),
    snapshot: database.snapshot,
    close: async () => {
      await pruning.stop();
      await sender.close();
      await database.connection.close();
    },
  };
}

/**
 * Logs why a request is answered with 5xx, and adds the id of the request to the answer, so that a person can quote it.
 * The library prints an error before it chooses the status, and `quietConsole` stores the printed error. When the
 * database is unavailable, the answer is 503 with `Retry-After`, whatever status the library chose.
 */
function explainFailures(logger: Logger): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (status < 500) return;
    const request = currentRequest();
    logger.error({ err: request?.failure, status }, 'backend: a request failed');
    const answer = status === 500 && isDatabaseAway(request?.failure) ? unavailable() : context.res;
    const body: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    if (typeof body !== 'object' || body === null) return;
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    // Hono would otherwise copy the headers of the old answer to the new one.
    context.res = undefined;
    context.res = Response.json({ ...body, request_id: request?.id }, { status: answer.status, headers });
  };
}
