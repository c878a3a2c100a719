import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { serve } from '@hono/node-server';
import {
  createClient,
  type Session,
  type SignUpWithPasswordCredentials,
  type SupabaseClient,
} from '@supabase/supabase-js';
import postgres from 'postgres';

import { connectRateCounter, createMemoryCounter } from '@isola/supabase/shared/rate-counter';
import { type AppSettings, createApp } from '../../create-app.ts';
import { cachedFile } from '@isola/supabase/testing/cached-file';
import { createLogger, silentLogger } from '../../create-logger.ts';
import type { StartSettings } from '../backend-settings.ts';
import { type CaughtMail, hasMailbox } from '../mail/mailbox.ts';
import { databaseFolder } from '../database/database-files.ts';
import { startBackend } from '../process/start-backend.ts';
import { testMigration } from './test-migration.ts';

const startLimitMs = 600_000;
const maxDropAttempts = 20;
const dropPauseMs = 500;

export interface TestServer {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly dataFolder: string;
  /** Lines of the log of every level, as JSON. */
  readonly logged: readonly string[];
  /** Creates a supabase-js client that represents one visitor's browser and keeps its session in memory. */
  readonly client: (key?: string) => SupabaseClient;
  /** Registers an account, confirms it with the code of its email, and signs the client in. */
  readonly join: (client: SupabaseClient, account: SignUpWithPasswordCredentials) => Promise<Session>;
  /** Returns the newest email to an address. Does not wait for one. */
  readonly mailTo: (address: string) => Promise<CaughtMail>;
  readonly close: () => Promise<void>;
}

/** Starts a server over HTTP in a new folder, with the product's migrations and one of the tests. */
export async function startTestServer(
  settings: Partial<StartSettings> = {},
  appSettings: AppSettings = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'isola-backend-'));
  const migrationsFolder = writeMigrations(folder);
  const siteFolder = join(folder, 'site');
  mkdirSync(siteFolder);
  writeFileSync(join(siteFolder, 'index.html'), 'home');

  const logged: string[] = [];
  const writeLog = (line: string) => logged.push(line);
  const logger = createLogger('trace', writeLog);
  const database = await createTestDatabase();
  const dataFolder = join(folder, 'data');
  const host = '127.0.0.1';
  const app = Promise.withResolvers<ReturnType<typeof createApp>>();
  const listening = Promise.withResolvers<AddressInfo>();
  const fetchLater: Parameters<typeof serve>[0]['fetch'] = async (request, connection) =>
    (await app.promise).fetch(request, connection);
  const server = serve({ fetch: fetchLater, port: 0, hostname: host }, listening.resolve);
  const url = `http://${host}:${(await listening.promise).port}`;
  const startSettings: StartSettings = {
    ...settingsOf(dataFolder, migrationsFolder),
    databaseUrl: database?.url ?? null,
    siteOrigin: url,
    host,
    ...settings,
  };
  const isEmbedded = startSettings.databaseUrl === null && startSettings.migrationsFolder === migrationsFolder;
  if (isEmbedded) await copyDatabase(startSettings.dataFolder);
  const backend = startBackend(startSettings, logger, writeLog);
  app.resolve(
    createApp(
      siteFolder,
      {
        hasMailbox: hasMailbox(startSettings),
        trustedProxies: startSettings.trustedProxies,
        rateLimitScale: startSettings.rateLimitScale,
        createRateCounter: database ? connectRateCounter(database.url) : createMemoryCounter,
        ...appSettings,
      },
      backend,
      logger,
    ),
  );

  const keys = backend.keys();
  if (!keys) throw new Error(`The test server has no keys: ${logged.join('\n')}`);
  const mailTo = async (address: string) => {
    const mails = (await (await fetch(`${url}/_local/mailbox.json`)).json()) as CaughtMail[];
    const mail = mails.find(({ to }) => to === address);
    if (!mail) throw new Error(`There is no mail to ${address}`);
    return mail;
  };
  return {
    url,
    ...keys,
    dataFolder,
    logged,
    client: (key = keys.publishableKey) =>
      createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }),
    join: async (client, account) => {
      if (!('email' in account)) throw new TypeError('An account needs an email address');
      const { email, password } = account;
      const signedUp = await client.auth.signUp(account);
      if (signedUp.error) throw signedUp.error;
      const token = codeIn(await mailTo(email));
      const verified = await fetch(`${url}/auth/v1/verify`, {
        method: 'POST',
        headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'signup', email, token, password }),
      });
      const { data, error } = await client.auth.setSession((await verified.json()) as Session);
      if (!data.session) throw new Error(`${email} was not confirmed: ${verified.status}`, { cause: error });
      return data.session;
    },
    mailTo,
    close: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await backend.close();
      await database?.remove();
      rmSync(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Creates a migrated database in a folder. @returns settings of a backend that uses it. */
export async function prepareBackend(folder: string): Promise<StartSettings> {
  const dataFolder = join(folder, 'data');
  await copyDatabase(dataFolder);
  return settingsOf(dataFolder, writeMigrations(folder));
}

/** Copies the migrated database into a data folder that has none. */
async function copyDatabase(dataFolder: string): Promise<void> {
  if (existsSync(databaseFolder(dataFolder))) return;
  cpSync(await migratedDatabase(), databaseFolder(dataFolder), { recursive: true });
}

/** Returns settings with the embedded database, limits that no test reaches, and answers without delay. */
function settingsOf(dataFolder: string, migrationsFolder: string): StartSettings {
  return {
    dataFolder,
    migrationsFolder,
    databaseUrl: null,
    siteOrigin: 'http://localhost',
    redirectOrigins: [],
    smtp: null,
    mailbox: 'local-site',
    host: '127.0.0.1',
    trustedProxies: 0,
    rateLimitScale: 1_000,
    jwtSecrets: null,
    publishableKey: null,
    secretKey: null,
    answerStepMs: 1,
  };
}

/** Writes the product's migrations and one of the tests into a folder. @returns that folder. */
function writeMigrations(folder: string): string {
  const migrationsFolder = join(folder, 'migrations');
  cpSync(join(import.meta.dirname, '../../../../../supabase/migrations'), migrationsFolder, { recursive: true });
  writeFileSync(join(migrationsFolder, '99990101000000_test.sql'), testMigration);
  return migrationsFolder;
}

/**
 * Creates and migrates an embedded database, and caches it. This takes most of the time of a server's first start, so
 * the tests start with copies. `migrate.test.ts` and `main.test.ts` start without one.
 * @returns folder of the embedded database's files.
 */
async function migratedDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isola-migrations-'));
  try {
    const migrationsFolder = writeMigrations(folder);
    const read = (of: string, pattern: RegExp) =>
      readdirSync(of)
        .filter((name) => pattern.test(name))
        .toSorted()
        .map((name) => `${name}\n${readFileSync(join(of, name), 'utf8')}`);
    // The lockfile of the workspace determines the versions of the libraries.
    const lockfile = readFileSync(join(import.meta.dirname, '../../../../../pnpm-lock.yaml'), 'utf8');
    const backend = join(import.meta.dirname, '..');
    const code = ['database/migrate.ts', 'database/open-database.ts', 'lite/create-lite.ts', 'create-backend.ts'].map(
      (file) => readFileSync(join(backend, file), 'utf8'),
    );
    return await cachedFile('embedded', [...read(migrationsFolder, /\.sql$/), ...code, lockfile], async (path) => {
      const dataFolder = join(folder, 'data');
      const backend = startBackend(settingsOf(dataFolder, migrationsFolder), silentLogger, () => {});
      const readiness = await backend.check(startLimitMs);
      await backend.close();
      if (readiness !== 'ready') throw new Error(`The database of the tests could not be created: ${readiness}`);
      cpSync(databaseFolder(dataFolder), path, { recursive: true });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Creates a database on the server of `ISOLA_TEST_DATABASE_URL`. @returns null when the variable is not set. */
export async function createTestDatabase() {
  const serverUrl = process.env['ISOLA_TEST_DATABASE_URL'];
  if (!serverUrl) return null;
  const name = `isola_test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string): Promise<void> => {
    const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
    try {
      await server.unsafe(statement);
    } finally {
      await server.end();
    }
  };
  await run(`create database ${name}`);
  return {
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    remove: async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await run(`drop database ${name} with (force)`);
        } catch (error) {
          // An ordinary role may not end the autovacuum worker that is cleaning the database at this moment.
          if (attempt === maxDropAttempts) throw error;
          await setTimeout(dropPauseMs);
        }
      }
    },
  };
}

/** Returns the code of six digits in an email. */
export function codeIn({ text }: Pick<CaughtMail, 'text'>): string {
  return /^\d{6}$/m.exec(text)?.[0] ?? 'no code';
}

/** Returns the link in an email: the URL of its page, and the token and type in its fragment. */
export function linkIn({ text }: Pick<CaughtMail, 'text'>) {
  const url = new URL(/^http\S+$/m.exec(text)?.[0] ?? '');
  const fragment = new URLSearchParams(url.hash.slice(1));
  return { page: url.origin + url.pathname, token: fragment.get('link') ?? '', type: fragment.get('type') ?? '' };
}
