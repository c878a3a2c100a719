import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import bcrypt from 'bcrypt';
import * as z from 'zod';

import { authError } from './auth-error.ts';
import { passwordRules } from '../lite/create-lite.ts';

/** bcrypt cost. It equals the one of the embedded library, so that the hashes of both take the same time. */
const cost = 10;

/** Hash that is compared when there is no account, so that the answer takes as long as for an account. */
const decoy = bcrypt.hash(randomUUID(), cost);

/** Leaked passwords in lower case. The site checks a password against the same list while it is typed. */
const leaked: ReadonlySet<string> = new Set(
  z
    .array(z.string())
    .parse(
      JSON.parse(
        readFileSync(join(import.meta.dirname, '../../../../../packages/auth/src/leaked-passwords.json'), 'utf8'),
      ),
    ),
);

/** Hashes a password. Like everything that hashes, it must run behind the gate. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, cost);
}

/**
 * Compares a password with a hash.
 * @param passwordHash null when the account does not exist or has no password. The result is then false, after the same
 *   time.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return (await bcrypt.compare(password, passwordHash ?? (await decoy))) && passwordHash !== null;
}

/**
 * Checks that a new password is long enough and is not one of the most common leaked ones, in any case. The refusal has
 * the messages and reasons of hosted Supabase.
 * @returns the refusal, or null when the password is accepted.
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
