/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createAccounts } from './accounts.ts';
import { redeem, type RedeemParts } from './redeem.ts';
import { createMailLinks, type MailLink, type MailLinks } from './mail-links.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { prepareBackend } from '../testing/test-server.ts';

// The links are used without HTTP, where the gate in front of the hashes would let only a few requests pass at a time.
const folder = mkdtempSync(join(tmpdir(), 'isola-links-'));
let database: Database;
let links: MailLinks;
beforeAll(async () => {
  database = await openDatabase(await prepareBackend(folder));
  links = createMailLinks(database.connection.kysely, 'a secret');
}, 180_000);
afterAll(async () => {
  await database.connection.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function issue(): Promise<MailLink> {
  const userId = randomUUID();
  const email = `${userId}@isola.example`;
  await database.rows('insert into auth.users (id, email) values ($1, $2)', [userId, email]);
  const { token } = await links.issue({ userId, purpose: 'recovery', email, challenge: null });
  const link = await links.find(token);
  if (!link) throw new Error('The link is not there');
  return link;
}

test('one of twenty concurrent requests uses a link up', async () => {
  const link = await issue();
  const spent = await Promise.all(Array.from({ length: 20 }, () => links.spend(link)));
  expect(spent.filter(Boolean)).toHaveLength(1);
});

test('a link confirms no other email, which was requested while the link was being used', async () => {
  const userId = randomUUID();
  const [own, other] = [`${userId}@isola.example`, `other-${userId}@isola.example`];
  await database.rows('insert into auth.users (id, email, email_change) values ($1, $2, $3)', [
    userId,
    `old-${userId}@isola.example`,
    own,
  ]);
  const { token } = await links.issue({ userId, purpose: 'email_change', email: own, challenge: null });
  const link = await links.find(token);
  if (!link) throw new Error('The link is not there');
  const accounts = createAccounts(database.connection.kysely);
  const askLibrary = vi.fn<RedeemParts['askLibrary']>();
  const { response } = await redeem(
    { link, by: 'link', verifier: undefined, password: undefined },
    {
      database: database.connection.kysely,
      accounts: {
        ...accounts,
        byId: async (id) => {
          const account = await accounts.byId(id);
          await database.rows('update auth.users set email_change = $2 where id = $1', [id, other]);
          return account;
        },
      },
      links,
      askLibrary,
    },
  );
  expect(response.status).toBe(403);
  expect(askLibrary).not.toHaveBeenCalled();
});

test('a link that expires after it was found cannot be used', async () => {
  const link = await issue();
  await database.rows('update private.mail_links set expires_at = now() where token_hash = $1', [link.tokenHash]);
  expect(await links.spend(link)).toBe(false);
});
