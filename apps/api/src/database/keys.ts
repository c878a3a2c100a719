import { randomBytes } from 'node:crypto';

import { hashOf, type KeyRow } from '../limits/keyring.ts';
import type { Database } from './database.ts';

/** A key as the operator sees it. */
export interface ListedKey {
  readonly name: string;
  readonly megapixelsPerMinute: number;
  readonly createdAt: Date;
  /** Null for a key that opens the server. */
  readonly revokedAt: Date | null;
}

/** Names that the server gives to the keys of `API_KEYS` and to requests without keys. */
const reservedName = /^(local|key-\d+)$/;

/**
 * Adds a key with 192 random bits. The database holds its hash only.
 * @returns the key, which cannot be read again.
 * @throws when the name is taken or cannot be used.
 */
export async function addKey(database: Database, name: string, megapixelsPerMinute: number): Promise<string> {
  if (!/^[\w.@ -]{1,100}$/.test(name))
    throw new Error('The name of a key has 1 to 100 letters, digits, spaces or the characters . _ @ -');
  if (reservedName.test(name)) throw new Error(`The name ${name} is reserved for keys of API_KEYS.`);
  const key = `isola_${randomBytes(24).toString('base64url')}`;
  const added = await database.query(
    `insert into removal_api.keys (sha256, name, megapixels_per_minute) values ($1, $2, $3)
     on conflict (name) where revoked_at is null do nothing returning name`,
    [hashOf(key), name, megapixelsPerMinute],
  );
  if (added.length === 0) throw new Error(`There is a key with the name ${name}. Revoke it first.`);
  return key;
}

/** Revokes the key with this name, and removes its batches. @throws when there is none. */
export async function revokeKey(database: Database, name: string): Promise<void> {
  await database.transaction(async (session) => {
    const [revoked] = await session.query<{ sha256: string }>(
      'update removal_api.keys set revoked_at = now() where name = $1 and revoked_at is null returning sha256',
      [name],
    );
    if (!revoked) throw new Error(`There is no key with the name ${name}.`);
    await session.query('delete from removal_api.batches where owner = $1', [revoked.sha256]);
  });
}

/** Returns all keys, also revoked ones, in the order in which they were added. */
export function listKeys(database: Database): Promise<readonly ListedKey[]> {
  return database.query<ListedKey>(
    `select name, megapixels_per_minute as "megapixelsPerMinute", created_at as "createdAt", revoked_at as "revokedAt"
     from removal_api.keys order by created_at, name`,
  );
}

/** Returns the keys that open the server. */
export function readKeys(database: Database): Promise<readonly KeyRow[]> {
  return database.query<KeyRow>(
    `select name, sha256, megapixels_per_minute as "megapixelsPerMinute" from removal_api.keys where revoked_at is null`,
  );
}
