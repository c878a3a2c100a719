import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { siteFolder } from '../../../scripts/site-folder.ts';
import { endProcess, startServerProcess } from '../../soak/backend/server-process.ts';
import type { MailServer } from './mail-server.ts';

export const password = 'Correct-Horse-9';

/** The product’s own server with the built site, in a process of its own. */
export interface Product {
  readonly url: string;
  readonly secretKey: string;
  /** Stops the process without ending it: connections are accepted, and nothing is answered. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the process as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts the server again on the same port and data, and waits until it answers. */
  readonly start: () => Promise<void>;
  /** Waits until the database answers a query. */
  readonly ready: () => Promise<void>;
  /** Posts JSON as a page does. */
  readonly post: (path: string, body: object) => Promise<Response>;
  /** Returns rows of a table, read with the operator’s key. @param query of PostgREST: `feedback?text=eq.x`. */
  readonly rows: (query: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Inserts a row with the operator’s key. */
  readonly insert: (table: string, row: object) => Promise<void>;
}

/** Starts the product, and ends it and removes its data after the work. */
export async function withProduct(
  environment: Readonly<Record<string, string>>,
  work: (product: Product) => Promise<void>,
): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'isola-faults-'));
  try {
    await serve(dataFolder, { LOG_LEVEL: 'fatal', ...environment }, work);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function serve(
  dataFolder: string,
  settings: Readonly<Record<string, string>>,
  work: (product: Product) => Promise<void>,
): Promise<void> {
  let server = await startServerProcess(siteFolder, dataFolder, settings);
  const { url, publishableKey } = server;
  try {
    const { secretKey } = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as { secretKey: string };
    const asOperator = { apikey: secretKey, 'content-type': 'application/json' };
    await work({
      url,
      secretKey,
      pause: () => void server.child.kill('SIGSTOP'),
      resume: () => void server.child.kill('SIGCONT'),
      kill: () => endProcess(server, 'SIGKILL'),
      start: async () => {
        // Only the newest process is ended afterwards.
        await endProcess(server, 'SIGKILL');
        server = await startServerProcess(siteFolder, dataFolder, { ...settings, PORT: new URL(url).port });
      },
      ready: async () => {
        const status = async () => (await fetch(`${url}/readyz`)).status;
        await expect.poll(status, { timeout: 120_000 }).toBe(200);
      },
      post: (path, body) =>
        fetch(url + path, {
          method: 'POST',
          headers: { apikey: publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      rows: async (query) => {
        const response = await fetch(`${url}/rest/v1/${query}`, { headers: asOperator });
        expect(response.status).toBe(200);
        return (await response.json()) as Readonly<Record<string, unknown>>[];
      },
      insert: async (table, row) => {
        const body = JSON.stringify(row);
        const response = await fetch(`${url}/rest/v1/${table}`, { method: 'POST', headers: asOperator, body });
        expect(response.status).toBe(201);
      },
    });
  } finally {
    // A stopped process does not end before it continues.
    server.child.kill('SIGCONT');
    await endProcess(server, 'SIGKILL');
  }
}

/** Returns an address that no other journey uses. */
export const newEmail = (): string => `faults.${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Registers and confirms a member without using the pages. @returns the id of the account. */
export async function addMember(product: Product, mail: MailServer, email: string): Promise<string> {
  const data = { username: 'Lin Wei', language: 'en' };
  expect((await product.post('/auth/v1/signup', { email, password, data })).status).toBe(200);
  const token = await mail.codeTo(email);
  const verified = await product.post('/auth/v1/verify', { type: 'signup', email, token, password });
  expect(verified.status).toBe(200);
  return ((await verified.json()) as { readonly user: { readonly id: string } }).user.id;
}
