import type { Catalogue } from './catalogue.ts';
import { type Mark, marksIn, type Owner } from './markers.ts';
import type { HostileRequest } from './requests.ts';
import { nameOf } from './rows.ts';
import type { Answer } from './send.ts';
import { accountOf, type Caller, permissionsOf, type World } from './world.ts';

/**
 * Tables that a permission opens, written down from the table *Access* of `supabase/README.md`, which is independent
 * of the policies.
 */
const openedBy: Readonly<Record<string, readonly string[]>> = {
  'users.read': ['profiles', 'user_subscriptions', 'usage_days', 'usage_months'],
  'payments.read': ['payments', 'payment_refunds', 'payment_disputes', 'checkouts', 'payment_logs', 'invoices'],
  'revenue.read': [
    'payments',
    'payment_refunds',
    'payment_disputes',
    'checkouts',
    'payment_logs',
    'invoices',
    // Its sums are the figures of the dashboard.
    'private.revenue_hours',
  ],
  'settings.read': ['plans', 'plan_prices', 'settings'],
  'webhooks.read': ['webhook_events'],
  'audit.read': ['admin_audit_log'],
  'feedback.read': ['feedback', 'api_preregistrations'],
};

/** Tables in which a member's requests may change rows of their own. A table that is missing here may not change. */
const changeableByMember: ReadonlySet<string> = new Set([
  'public.notes',
  'public.profiles',
  'public.usage_days',
  'public.usage_months',
]);
/** Tables of the server itself in which requests for tables and functions may change rows of their caller. */
const changeableOfServer: ReadonlySet<string> = new Set([
  'private.counted_images',
  'private.identity_proofs',
  'private.people',
  'private.recovery_codes',
  'private.second_factor_proofs',
  'private.second_factor_releases',
  'private.second_factors',
]);
/** Tables of the server itself to which the first second factor of the site adds a row for all administrators. */
const addedByFirstUse: ReadonlySet<string> = new Set(['private.encryption_keys']);
/**
 * Tables in which routes may change rows that name no known account: those of accounts that this run has registered, and
 * pre-registrations, which may be sent again in another language.
 */
const changedByRoutes: ReadonlySet<string> = new Set([
  'auth.users',
  'auth.identities',
  'private.people',
  'public.profiles',
  'public.api_preregistrations',
]);
/** Tables to which the routes next to the database add rows for anybody, with their own checks and limits. */
const grownByRoutes: ReadonlySet<string> = new Set([
  'public.feedback',
  'public.api_preregistrations',
  'public.webhook_events',
  'public.user_subscriptions',
  'public.checkouts',
  'public.payments',
  'public.payment_logs',
  'public.invoices',
  'public.profiles',
]);

/** Statuses that the documents name. Others, such as those from 500 on, are failures. */
const knownStatuses: ReadonlySet<number> = new Set([
  200, 201, 204, 206, 300, 303, 400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 416, 422, 429,
]);
/** Codes of the status 501, which says that the operator has set up no provider. */
const withoutProvider = /"code":"(not-configured|no-provider)"/;

/** Codes of PostgREST, of PostgreSQL, of this server, of its functions and of its accounts. */
const knownCode = /^(PGRST\d{3}|[0-9A-Z]{5}|PT\d{3}|ISOLA\d{3}|[a-z]+([-_][a-z]+)*|4\d\d)$/;

const withoutCode: ReadonlySet<string> = new Set([
  'No API key found in request',
  'Invalid API key',
  'You cannot consume this service',
]);

/** Texts that only the server's own files, statements and hashes contain. */
const inner = /node_modules|\.ts:\d+|\.js:\d+|\$2[aby]\$\d\d\$|sb_secret_(?!A{32})|\bselect\b.*\bfrom\b.*\bwhere\b/is;

/** Returns whether a caller may see a row, by the model of this file. */
function maySee(caller: Caller, { owner, table, isId }: Mark, catalogue: Catalogue): boolean {
  if (owner === accountOf[caller]) return true;
  const permissions = permissionsOf[caller] ?? [];
  const found = catalogue.tables[table];
  // Rows that a permission opens name the accounts of their owners. `users.read` opens names and addresses.
  if (!found) return permissions.includes('users.read') || (isId && permissions.length > 0);
  const name = found.schema === 'public' ? found.name : nameOf(found);
  return permissions.some((each) => openedBy[each]?.includes(name) === true);
}

/** Removes hashes that the caller has sent: an error may quote its value. */
function withoutQuoted(answer: string, { path, body }: HostileRequest): string {
  return answer.replaceAll(/\$2[aby]\$\d\d\$[\w./]+/g, (hash) => (`${path} ${body ?? ''}`.includes(hash) ? '' : hash));
}

/** Judges one answer. @returns what is wrong with it, or null. */
export function judgeAnswer(request: HostileRequest, answer: Answer, world: World): string | null {
  const { status, headers, body } = answer;
  if (status >= 500 && !(status === 501 && withoutProvider.test(body))) return `status ${status}`;
  if (status < 500 && !knownStatuses.has(status)) return `unknown status ${status}`;
  if (headers['set-cookie'] !== undefined && request.path.startsWith('/rest/')) return 'a cookie is set';
  if (inner.test(withoutQuoted(body, request))) return 'the answer shows the inside of the server';

  // The server reads the path as a browser does, which resolves dots.
  const { pathname } = new URL(request.path, 'http://127.0.0.1');
  const isRest = pathname.startsWith('/rest/v1/');
  if (status >= 400 && request.method !== 'HEAD' && (isRest || /^\/(auth|functions)\/v1\//.test(pathname))) {
    const problem = judgeError(body);
    if (problem) return problem;
  }
  // An update of no column is answered without asking the database, and says nothing.
  const isEmptyUpdate = request.method === 'PATCH' && request.body?.trim() === '{}' && body === '';
  if (isRest && refused.has(request.as) && status < 400 && request.method !== 'OPTIONS' && !isEmptyUpdate)
    return `accepted with ${status}`;

  // A filter or a cast could make the database undo a call for one outcome only.
  if (request.kind === 'function' && status < 400 && request.path.includes('?'))
    return 'a call with a filter is answered';

  // An error may repeat what the caller sent, and a stored row contains it. Rows that are read repeat nothing.
  const isRead = request.kind === 'read' && status < 300;
  const sent = isRead ? '' : `${request.path} ${decoded(request.path)} ${request.body ?? ''}`.toLowerCase();
  // This header repeats the query.
  const { 'content-location': _, ...others } = headers;
  const seen = `${body} ${JSON.stringify(others)}`;
  const foreign = marksIn(seen, world.accounts).find(
    (mark) => !sent.includes(mark.text) && !maySee(request.as, mark, world.catalogue),
  );
  if (!foreign) return null;
  const table = world.catalogue.tables[foreign.table];
  return `a row of ${foreign.owner} in ${table ? nameOf(table) : 'the accounts'} is shown`;
}

/** Callers whose requests for tables are always refused. */
const refused: ReadonlySet<Caller> = new Set(['keyless', 'disabled', 'expired', 'guessedSecretKey']);

function judgeError(body: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return `an error is not JSON: ${body.slice(0, 100)}`;
  }
  if (typeof parsed !== 'object' || parsed === null) return 'an error is not an object';
  const { code, error_code: errorCode, message } = parsed as Record<string, unknown>;
  // The library's refusals in front of the tables have the words of hosted Supabase, and no code.
  if (typeof message === 'string' && withoutCode.has(message)) return null;
  const given = errorCode ?? code;
  return typeof given === 'string' && knownCode.test(given) ? null : `an error has the code ${JSON.stringify(given)}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Stored rows by table: a hash of each row, and the accounts that it names. */
export type State = ReadonlyMap<string, ReadonlyMap<string, readonly Owner[]>>;

/** Reads the whole state of the tables that hold somebody's rows, and of those of the server itself. */
export async function readState({ catalogue, accounts, ask }: World): Promise<State> {
  const ids = [...accounts.keys()].map((id) => `'${id}'`).join();
  const parts = catalogue.tables
    .filter((table) => !isCounter(nameOf(table)))
    .map((table) => {
      const row = `(to_jsonb(stored) - '{updated_at,last_sign_in_at,refreshed_at,recovery_sent_at,recovery_token,confirmation_sent_at,confirmation_token}'::text[])::text`;
      return `select '${nameOf(table)}' as name, md5(${row}) as hash,
        array(select id from unnest(array[${ids}]) as id where strpos(${row}, id) > 0) as ids
        from ${nameOf(table)} as stored`;
    });
  // The tokens of a session change at each renewal, but no request of another caller may begin or end one.
  parts.push(`select 'auth.sessions' as name, user_id::text || ' has ' || count(*) as hash, array[user_id::text] as ids
    from auth.sessions group by user_id`);
  const state = new Map<string, Map<string, readonly Owner[]>>();
  for (const row of await ask(parts.join(' union all '))) {
    const { name, hash, ids: named } = row as { name: string; hash: string; ids: readonly string[] };
    const rows = state.get(name) ?? new Map<string, readonly Owner[]>();
    state.set(
      name,
      rows.set(
        hash,
        named.flatMap((id) => accounts.get(id) ?? []),
      ),
    );
  }
  return state;
}

/** Tables that count requests, queue emails or log sign-ins, which the server also works off by itself. */
function isCounter(name: string): boolean {
  return /^(auth\.(?!users$|identities$)|private\.(rate_limits|mail_|counters|known_networks|link_sessions|password_attempts|ai_days|second_factor_changes|email_changes))/.test(
    name,
  );
}

/** Compares the state before and after a request. @returns what changed that may not, or null. */
export function judgeChange({ kind, as }: HostileRequest, before: State, after: State): string | null {
  const own = accountOf[as];
  const isRoute = kind === 'account' || kind === 'edge';
  for (const [change, from, to] of [
    ['changed or is gone', before, after],
    ['was added', after, before],
  ] as const) {
    for (const [name, rows] of from) {
      for (const [hash, named] of rows) {
        if (to.get(name)?.has(hash)) continue;
        // Routes store rows of accounts that are not known here, and rows without an account. They change few of them.
        const isStored = change === 'was added' || changedByRoutes.has(name);
        if (change === 'was added' && named.length === 0 && addedByFirstUse.has(name)) continue;
        if (isRoute && named.length === 0 && isStored && mayChange(name, isRoute)) continue;
        if (own === undefined || !named.includes(own) || named.some((each) => each !== own)) {
          return `a row of ${named.join() || 'nobody'} in ${name} ${change}`;
        }
        if (!mayChange(name, isRoute)) return `a row of the caller in ${name} ${change}`;
      }
    }
  }
  return null;
}

function mayChange(name: string, isRoute: boolean): boolean {
  if (name.startsWith('public.')) return changeableByMember.has(name) || (isRoute && grownByRoutes.has(name));
  return isRoute || changeableOfServer.has(name);
}
