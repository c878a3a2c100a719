import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sign } from 'hono/jwt';
import * as z from 'zod';

import type { TestServer } from '../test-server.ts';
import { type Ask, type Catalogue, readCatalogue } from './catalogue.ts';
import { accountTable, markText, type Owner } from './markers.ts';
import { addMarkedRows, nameOf, type Run, type StatementResult } from './rows.ts';
import { send } from './send.ts';

/** Senders of requests. */
export const callers = [
  'visitor',
  'keyless',
  'memberA',
  'memberB',
  'support',
  'reader',
  'unprovenSuperAdmin',
  'disabled',
  'expired',
  'signedOut',
  'unsigned',
  'foreignSignature',
  'swappedClaims',
  'claimedService',
  'guessedSecretKey',
] as const;

export type Caller = (typeof callers)[number];

/** Account whose rows a caller may see. Callers without one are treated as visitors or refused. */
export const accountOf: Readonly<Partial<Record<Caller, Owner>>> = {
  memberA: 'memberA',
  memberB: 'memberB',
  support: 'support',
  reader: 'reader',
  unprovenSuperAdmin: 'superAdmin',
  signedOut: 'memberB',
};

/** Permissions of administrators who have proven their identity. */
export const permissionsOf: Readonly<Partial<Record<Caller, readonly string[]>>> = {
  support: ['feedback.read'],
  reader: [
    'users.read',
    'payments.read',
    'revenue.read',
    'settings.read',
    'webhooks.read',
    'audit.read',
    'feedback.read',
  ],
};

export interface World {
  readonly server: TestServer;
  /** True when the database runs in the process of the server. */
  readonly isEmbedded: boolean;
  readonly catalogue: Catalogue;
  /** Owners by the ids of their accounts. */
  readonly accounts: ReadonlyMap<string, Owner>;
  /** Headers with which each caller identifies itself. */
  readonly headers: Readonly<Record<Caller, Readonly<Record<string, string>>>>;
  /** Values that are stored, by table and column, such as `public.profiles.id`. */
  readonly stored: ReadonlyMap<string, readonly string[]>;
  /** For each table of the product that has no marked row, the reason. */
  readonly empty: ReadonlyMap<string, string>;
  readonly ask: Ask;
  readonly run: Run;
  /** Adds an account with rows in all tables, and changes the texts of those of member B. */
  readonly change: () => Promise<void>;
}

const password = 'a quiet Harbour 7';
const accountsAtFirst = ['memberA', 'memberB', 'disabled', 'support', 'reader', 'superAdmin'] as const;

const resultSchema = z.object({
  rows: z.array(z.record(z.string(), z.unknown())).nullish(),
  code: z.string().optional(),
  message: z.string().optional(),
  constraint: z.string().optional(),
});

/** Fills a server with the rows of several members, and signs in everybody who will send requests. */
export async function createWorld(server: TestServer): Promise<World> {
  const run: Run = async (statement) => {
    const { status, body } = await send(server.url, {
      method: 'POST',
      path: '/rest/v1/rpc/run_as_owner',
      headers: { apikey: server.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ statement }),
    });
    if (status !== 200) throw new Error(`${status} ${body}: ${statement}`);
    const result: StatementResult = resultSchema.parse(JSON.parse(body));
    return result;
  };
  const mustRun = async (statement: string) => {
    const result = await run(statement);
    if (result.code !== undefined) throw new Error(`${result.code} ${result.message}: ${statement}`);
    return result.rows ?? [];
  };

  const tokens = new Map<Owner, string>();
  const ids = new Map<Owner, string>();
  const register = async (owner: Owner) => {
    const username = markText(owner, accountTable);
    const email = `${username}@isola.example`;
    await server.join(server.client(), { email, password, options: { data: { username, language: 'en' } } });
    // The session that the code of the email began would prove the identity of its member for ten minutes.
    const { data } = await server.client().auth.signInWithPassword({ email, password });
    tokens.set(owner, data.session?.access_token ?? '');
    ids.set(owner, data.user?.id ?? '');
  };
  for (const owner of accountsAtFirst) await register(owner);
  const idOf = (owner: Owner) => ids.get(owner) ?? '';
  const tokenOf = (owner: Owner) => tokens.get(owner) ?? '';

  const appointed = [
    ...Object.entries(permissionsOf).map(([owner, list]) => [owner as Owner, 'support', list.join()] as const),
    ['superAdmin', 'super_admin', ''] as const,
  ];
  for (const [owner, role, permissions] of appointed) {
    await mustRun(`insert into public.admins (user_id, role, permissions)
      values ('${idOf(owner)}', '${role}', '{${permissions}}')`);
  }
  const catalogue = await readCatalogue(mustRun);
  const empty = await addMarkedRows({ catalogue, run, accounts: ids });
  for (const owner of ['support', 'reader'] as const) {
    await mustRun(`insert into private.identity_proofs (session_id, user_id)
      values ('${String(claimsOf(tokenOf(owner))['session_id'])}', '${idOf(owner)}')`);
  }
  // These are the statements of `admin_disable_user`.
  await mustRun(`update private.people set disabled_at = now() where user_id = '${idOf('disabled')}';
    delete from auth.refresh_tokens where user_id::text = '${idOf('disabled')}';
    delete from auth.sessions where user_id = '${idOf('disabled')}';
    do $$ begin perform private.set_ban('${idOf('disabled')}', 'infinity'); end $$`);

  const stored = new Map<string, readonly string[]>();
  for (const table of catalogue.tables) {
    const rows = await mustRun(`select * from ${nameOf(table)} limit 20`);
    for (const { name } of table.columns) {
      const values = rows.flatMap((row) => (row[name] === null ? [] : [asText(row[name])]));
      stored.set(
        `${table.schema}.${table.name}.${name}`,
        [...new Set(values)].filter((value) => value.length < 300),
      );
    }
  }

  const secrets = JSON.parse(readFileSync(join(server.dataFolder, 'secrets.json'), 'utf8')) as { jwtSecret: string };
  const withToken = (token: string) => ({ apikey: server.publishableKey, authorization: `Bearer ${token}` });
  const nowSeconds = Math.floor(Date.now() / 1_000);
  // A long run takes longer than the hour for which a token is valid.
  const tomorrowSeconds = nowSeconds + 86_400;
  const lasting = (token: string) => sign({ ...claimsOf(token), exp: tomorrowSeconds }, secrets.jwtSecret);
  const own = async (owner: Owner) => withToken(await lasting(tokenOf(owner)));
  const claims = claimsOf(tokenOf('memberB'));
  const headers = {
    visitor: { apikey: server.publishableKey },
    keyless: {},
    memberA: await own('memberA'),
    memberB: await own('memberB'),
    support: await own('support'),
    reader: await own('reader'),
    unprovenSuperAdmin: await own('superAdmin'),
    disabled: await own('disabled'),
    expired: withToken(await sign({ ...claims, exp: nowSeconds - 3_600 }, secrets.jwtSecret)),
    signedOut: withToken(await lasting(await signedOutToken())),
    unsigned: withToken(`${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ ...claims, role: 'service_role' })}.`),
    foreignSignature: withToken(await sign({ ...claims }, 'a secret that this server has never had before')),
    swappedClaims: withToken(
      [tokenOf('memberA').split('.')[0], encoded(claims), tokenOf('memberA').split('.')[2]].join('.'),
    ),
    claimedService: withToken(
      await sign({ ...claims, role: 'service_role' }, 'a secret that this server has never had before'),
    ),
    guessedSecretKey: { apikey: `sb_secret_${'A'.repeat(32)}`, authorization: `Bearer sb_secret_${'A'.repeat(32)}` },
  } satisfies Record<Caller, Readonly<Record<string, string>>>;

  return {
    server,
    isEmbedded: !process.env['ISOLA_TEST_DATABASE_URL'],
    catalogue,
    accounts: new Map([...ids].map(([owner, id]) => [id.toLowerCase(), owner])),
    headers,
    stored,
    empty,
    ask: mustRun,
    run,
    change: async () => {
      await register('newcomer');
      await addMarkedRows({ catalogue, run, accounts: new Map([['newcomer', idOf('newcomer')]]) });
      for (const table of catalogue.tables.filter(({ schema }) => schema !== 'auth')) {
        const texts = table.columns.filter(({ type, isGenerated }) => type === 'text' && !isGenerated);
        for (const { name } of texts) {
          // Some tables refuse changes. The rows of the new account change what can be seen in these.
          await run(`update ${nameOf(table)} set "${name}" = replace("${name}", 'qzb', 'qzc') where "${name}" ~ 'qzb'`);
        }
      }
    },
  };

  /** Returns the token of another session of member B that has been signed out. It is valid until its hour is over. */
  async function signedOutToken(): Promise<string> {
    const client = server.client();
    const { data } = await client.auth.signInWithPassword({
      email: `${markText('memberB', accountTable)}@isola.example`,
      password,
    });
    await client.auth.signOut({ scope: 'local' });
    return data.session?.access_token ?? randomUUID();
  }
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
