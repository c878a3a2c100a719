import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { Hono, type MiddlewareHandler } from 'hono';

import type { Logger } from '../create-logger.ts';
import { currentRequest } from '../request-scope.ts';
import { createAccountProtection } from './account-protection.ts';
import { createAccounts } from './accounts.ts';
import { type AuthEnvironment, authRoutes } from './auth-routes.ts';
import type { StartSettings } from './backend-settings.ts';
import { createGate } from './create-gate.ts';
import { createLite } from './create-lite.ts';
import { createMailer } from './create-mailer.ts';
import { createKnownNetworks } from './known-networks.ts';
import { createMailLinks } from './mail-links.ts';
import { createMailbox, mailboxPage } from './mailbox.ts';
import { isDatabaseAway } from './database-errors.ts';
import { answerStepMs, createAnswerEvenly } from './even-answers.ts';
import { createJsonColumns } from './json-columns.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { preregistrationRoutes } from './preregistration-routes.ts';
import { startPruning } from './prune-accounts.ts';
import { createRateLimits } from './rate-limits.ts';
import { createAllowedOrigin } from './redirects.ts';
import { renewSignature } from './renew-signature.ts';
import { createMailSender } from './send-mail.ts';
import type { Secrets } from './secrets.ts';
import { unavailable } from './unavailable.ts';
import { readinessPath } from './worker-messages.ts';

export interface OpenBackend {
  /** @param address the visitor's own. */
  readonly fetch: (request: Request, address: string | null) => Promise<Response>;
  /** @returns a tar archive of the embedded database's files. */
  readonly snapshot: () => Promise<ArrayBuffer>;
  readonly close: () => Promise<void>;
}

/**
 * How many requests for tables ask a PostgreSQL of the operator's at once: the rest of its ten connections is for accounts. The
 * embedded database has one session, so there a request of an account waits for one request for tables at most.
 */
const tablesAtOnce = 6;
const tablesWaiting = 512;

const migrationsFolder = join(import.meta.dirname, '../../../../supabase/migrations');

/**
 * The backend in this process: the embedded library behind the routes that the product uses. It starts when the database
 * is at the newest migration.
 */
export async function createBackend(settings: StartSettings, secrets: Secrets, logger: Logger): Promise<OpenBackend> {
  const database = await openDatabase(settings);
  const lite = createLite(database, secrets, settings.siteOrigin, settings.redirectOrigins);
  const mailbox = createMailbox();
  const sender = createMailSender(settings.smtp, mailbox, database, logger);
  const { kysely } = lite.connection;
  const links = createMailLinks(kysely, secrets.jwtSecret);
  const mailer = createMailer(links, sender, async (id) => (await createAccounts(kysely).byId(id))?.language);
  // The library's documentation names an interface for what sends mails alone, not for what writes them.
  lite['_mailer'] = mailer.forLibrary;
  try {
    await migrate(lite, database, settings.migrationsFolder ?? migrationsFolder);
  } catch (error) {
    await database.connection.close();
    throw error;
  }
  sender.start();

  // The peer's address decides over the library's admin mode alone, which is off; it gets none.
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
  const pruning = startPruning(lite, protection, logger);

  const app = new Hono<AuthEnvironment>();
  app.use(explainFailures(logger));
  const tables = createGate(database.isShared ? tablesAtOnce : 1, tablesWaiting);
  app.use('/rest/v1/*', async (context, next) => {
    const passed = await tables.pass(async () => {
      // The embedded database answers within one turn of the event loop: what came meanwhile is read between two turns.
      await setImmediate();
      await next();
    });
    // Too many wait already, and nothing has answered the request yet.
    if (passed === null) context.res = unavailable();
  });
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
    const response = await answer(await withJsonColumns(context.req.raw));
    // While a database is away, the library takes what it cannot look up for what is not there. This fails then.
    if (response.status === 404) await database.rows('select 1');
    return response;
  });
  app.get(readinessPath, async (context) => {
    // Needs a table that the migrations have made, and reads from it.
    await database.rows('select from auth.users limit 1');
    return context.body(null, 204);
  });
  // Who may look, the server in front of this decides.
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
 * Logs why a request is answered with 5xx, and puts the request's id into the answer, so that its reader can quote
 * it. The library decides on a status after it has printed the error, which `quietConsole` keeps. Where the database is away, the
 * answer is 503 and says when to ask again, whatever the library made of it.
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
    // Else Hono gives the new answer the old one's headers.
    context.res = undefined;
    context.res = Response.json({ ...body, request_id: request?.id }, { status: answer.status, headers });
  };
}
