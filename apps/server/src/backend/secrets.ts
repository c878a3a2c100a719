import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import type { BackendSettings } from './backend-settings.ts';

const secretsSchema = z.object({
  /** Signs the members' tokens (HS256). */
  jwtSecret: z.string().min(32),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
});

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * What this machine signs and trusts with: made at the first start, readable by the server's own user alone. Keys in the
 * environment go before those in the file.
 * @throws when the file is there and cannot be used.
 */
export function readSecrets(settings: Pick<BackendSettings, 'dataFolder' | 'publishableKey' | 'secretKey'>): Secrets {
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  const file = join(settings.dataFolder, 'secrets.json');
  if (!existsSync(file)) writeSecrets(settings.dataFolder, file);
  const kept = secretsSchema.safeParse(jsonIn(file));
  if (!kept.success) throw new Error(`${file} cannot be used: put back what it held, or remove it to sign all out.`);
  return {
    jwtSecret: kept.data.jwtSecret,
    publishableKey: settings.publishableKey ?? kept.data.publishableKey,
    secretKey: settings.secretKey ?? kept.data.secretKey,
  };
}

function writeSecrets(folder: string, file: string): void {
  const secrets: Secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  };
  // Nothing in this folder belongs into a repository, wherever the folder lies.
  writeFileSync(join(folder, '.gitignore'), '*\n');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // Whole or not at all, and never over another's.
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
