import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import type { BackendSettings } from '../backend-settings.ts';
import { openDataFolder } from '../database/data-folder.ts';

/** Minimum length of a JWT secret, in characters. HS256 needs 256 bits. */
export const minJwtSecretLength = 32;

const secretsSchema = z.object({
  jwtSecret: z.string().min(minJwtSecretLength),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
});

export interface Secrets extends z.infer<typeof secretsSchema> {
  /**
   * Earlier secrets. Tokens that they signed are accepted until they expire; new tokens are signed with `jwtSecret`
   * (HS256).
   */
  readonly previousJwtSecrets: readonly string[];
}

type SecretSettings = Pick<BackendSettings, 'dataFolder' | 'jwtSecrets' | 'publishableKey' | 'secretKey'>;

/**
 * Reads the secrets of the server from the environment, or else from a file that is created at the first start and that
 * only the server's user may read. If the environment contains all three, no file is read or created.
 * @throws when the file exists but cannot be used.
 */
export function readSecrets(settings: SecretSettings): Secrets {
  openDataFolder(settings.dataFolder);
  const [jwtSecret, ...previousJwtSecrets] = settings.jwtSecrets ?? [];
  const { publishableKey, secretKey } = settings;
  if (jwtSecret && publishableKey && secretKey) return { jwtSecret, previousJwtSecrets, publishableKey, secretKey };
  const file = join(settings.dataFolder, 'secrets.json');
  if (!existsSync(file)) writeSecrets(settings.dataFolder, file);
  const kept = secretsSchema.safeParse(jsonIn(file));
  if (!kept.success)
    throw new Error(`${file} cannot be used: restore its earlier contents, or delete it, which signs out all members.`);
  return {
    jwtSecret: jwtSecret ?? kept.data.jwtSecret,
    previousJwtSecrets,
    publishableKey: publishableKey ?? kept.data.publishableKey,
    secretKey: secretKey ?? kept.data.secretKey,
  };
}

function writeSecrets(folder: string, file: string): void {
  const secrets: z.infer<typeof secretsSchema> = {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  };
  // Keep the contents of this folder out of any repository that contains it.
  writeFileSync(join(folder, '.gitignore'), '*\n');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // A link creates the file atomically and does not replace one that another process has written.
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
