import { randomUUID } from 'node:crypto';

import bcrypt from 'bcrypt';

import { authError } from './auth-error.ts';
import { passwordRules } from './create-lite.ts';

/** The embedded library's own, so that its hashes and ours take the same time. */
const cost = 10;
const alphabets = [
  { letters: 'abcdefghijklmnopqrstuvwxyz', pattern: /[a-z]/ },
  { letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', pattern: /[A-Z]/ },
  { letters: '0123456789', pattern: /[0-9]/ },
] as const;

/** Compared with where there is no account, so that the answer takes as long as where there is one. */
const decoy = bcrypt.hash(randomUUID(), cost);

/** To be run behind the gate, like all that hashes. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, cost);
}

/** @param passwordHash null where there is no account or it has no password: false, after the same time. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return (await bcrypt.compare(password, passwordHash ?? (await decoy))) && passwordHash !== null;
}

/** The library's rule and its answer, for where the library is not asked. @returns null where the password will do. */
export function weakPassword(password: string): Response | null {
  const isShort = password.length < passwordRules.minimum_password_length;
  const isPlain = alphabets.some(({ pattern }) => !pattern.test(password));
  if (!isShort && !isPlain) return null;
  const sentences = [
    ...(isShort ? [`Password should be at least ${passwordRules.minimum_password_length} characters.`] : []),
    ...(isPlain
      ? [
          `Password should contain at least one character of each: ${alphabets.map(({ letters }) => letters).join(', ')}.`,
        ]
      : []),
  ];
  const reasons = [...(isShort ? ['length'] : []), ...(isPlain ? ['characters'] : [])];
  return authError(422, 'weak_password', sentences.join(' '), {}, { weak_password: { reasons } });
}
