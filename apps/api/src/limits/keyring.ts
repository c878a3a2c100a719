import { createHash } from 'node:crypto';

import * as z from 'zod';

/** A client that a key belongs to. */
export interface Client {
  /** SHA-256 of the key; `local` on a server without keys. Batches belong to it. */
  readonly id: string;
  /** Name for logs, metrics and limits; never the key. */
  readonly name: string;
  /** Number of megapixels that the client may send in a minute. */
  readonly megapixelsPerMinute: number;
}

/** The keys that open the server. */
export interface Keyring {
  /** Returns the client that a key belongs to, or undefined for an unknown key. */
  readonly clientOf: (key: string) => Client | undefined;
}

/** Limit of remove.bg, which a key without its own limit has too. */
export const defaultMegapixelsPerMinute = 500;

/** Number of megapixels in a minute that a key may be given. */
export const megapixelLimit = z.int().min(1).max(1_000_000);

const keyFileSchema = z.array(
  z
    .strictObject({
      name: z.string().min(1).max(100),
      key: z.string().min(16).max(200).optional(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      megapixelsPerMinute: megapixelLimit.default(defaultMegapixelsPerMinute),
    })
    .refine(({ key, sha256 }) => (key === undefined) !== (sha256 === undefined), {
      error: 'A row has either a key or its sha256',
    }),
);

/** A key, by its hash, and its client. */
export interface KeyRow extends Omit<Client, 'id'> {
  /** SHA-256 of the key in lower-case hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Reads a file of keys: a JSON list of `{ name, key, megapixelsPerMinute }`, or with `sha256` instead of `key`.
 * @throws when the file does not have that form. The message contains no key.
 */
export function readKeyFile(text: string): readonly KeyRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text, which contains keys.
    throw new Error('The file of keys is not JSON.');
  }
  const result = keyFileSchema.safeParse(rows);
  if (!result.success) throw new Error(`The file of keys cannot be used. ${z.prettifyError(result.error)}`);
  return result.data.map(({ name, key, sha256, megapixelsPerMinute }) => ({
    name,
    megapixelsPerMinute,
    sha256: sha256 ?? hashOf(key ?? ''),
  }));
}

/** Returns rows for a plain list of keys. They are named by their place in the list: `key-1`. */
export function rowsOfKeys(keys: readonly string[]): readonly KeyRow[] {
  return keys.map((key, index) => ({
    name: `key-${index + 1}`,
    megapixelsPerMinute: defaultMegapixelsPerMinute,
    sha256: hashOf(key),
  }));
}

/**
 * Creates a keyring. Keys are compared by their hashes, so that the time of a comparison reveals nothing about a key.
 * @throws when two rows have the same key or the same name.
 */
export function createKeyring(rows: readonly KeyRow[]): Keyring {
  const byHash = new Map(rows.map((row) => [row.sha256, row]));
  if (byHash.size < rows.length) throw new Error('Two keys are the same.');
  if (new Set(rows.map(({ name }) => name)).size < rows.length) throw new Error('Two keys have the same name.');
  return {
    clientOf(key) {
      const row = byHash.get(hashOf(key));
      return row && { id: row.sha256, name: row.name, megapixelsPerMinute: row.megapixelsPerMinute };
    },
  };
}

/** Returns the SHA-256 of a key in lower-case hexadecimal digits. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
