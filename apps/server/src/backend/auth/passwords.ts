import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import bcrypt from 'bcrypt';
import * as z from 'zod';

import { authError } from './auth-error.ts';
import { passwordRules } from '../lite/create-lite.ts';

/** The embedded library's own, so that its hashes and ours take the same time. */
const cost = 10;

/** Compared with where there is no account, so that the answer takes as long as where there is one. */
const decoy = bcrypt.hash(randomUUID(), cost);

/** The list that the site looks a password up in while it is typed; in lower case. */
const leaked: ReadonlySet<string> = new Set(
  z
    .array(z.string())
    .parse(
      JSON.parse(
        readFileSync(join(import.meta.dirname, '../../../../../packages/auth/src/leaked-passwords.json'), 'utf8'),
      ),
    ),
);

/** To be run behind the gate, like all that hashes. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, cost);
}

/** @param passwordHash null where there is no account or it has no password: false, after the same time. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return (await bcrypt.compare(password, passwordHash ?? (await decoy))) && passwordHash !== null;
}

/**
 * Checks a new password: it is long enough and none of the commonest leaked ones, in whatever case. The answer has the
 * words and reasons of hosted Supabase.
 * @returns null where the password will do.
 */
export function weakPassword(password: string): Response | null {
  const minLength = passwordRules.minimum_password_length;
  if (password.length < minLength) {
    return refusal(`Password should be at least ${minLength} characters.`, 'length');
  }
  if (leaked.has(password.toLowerCase())) {
    return refusal('Password is known to be weak and easy to guess, please choose a different one.', 'pwned');
  }
  return null;
}

function refusal(message: string, reason: 'length' | 'pwned'): Response {
  return authError(422, 'weak_password', message, {}, { weak_password: { reasons: [reason] } });
}
