import * as z from 'zod';

import { isEmailAddress, maxEmailCharacters } from '@isola/supabase/shared/email-address';
import { linkPurposes } from './link-purpose.ts';

/** Text without zero characters, which the database cannot store. */
const text = z.string().refine((value) => !value.includes('\0'), 'A zero character is not allowed');
/** Email address that is only looked up. Older accounts may have an address that is no longer accepted for new ones. */
const email = text.max(maxEmailCharacters);
/** Email address of a new account or an email. The error message is the one of the embedded library. */
const mailbox = email
  .transform((value) => value.trim())
  .refine(isEmailAddress, 'Unable to validate email address: invalid format');
/** Password of at most 72 bytes, because bcrypt ignores all further bytes. */
const password = text.refine((value) => Buffer.byteLength(value) <= 72, {
  error: 'Password cannot be longer than 72 bytes',
});
/** Arbitrary JSON that a member stores in their own metadata. */
const metadata = z
  .record(z.string(), z.json())
  .refine((value) => !JSON.stringify(value).includes(String.raw`\u0000`), 'A zero character is not allowed');
/** PKCE code verifier or challenge: 43 to 128 unreserved characters (RFC 7636). */
const verifier = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Not a code verifier or challenge');
const challenge = {
  code_challenge: verifier.nullish(),
  code_challenge_method: z.enum(['s256', 'S256', 'plain']).nullish(),
};

/** Schemas of request bodies. The library would accept any field, so fields that are missing here are not passed on. */
export const authBodies = {
  signUp: z.object({ email: mailbox, password: password.min(1), data: metadata.nullish(), ...challenge }),
  signIn: z.object({ email, password: text.max(1_000) }),
  refresh: z.object({ refresh_token: text.max(200) }),
  mail: z.object({ email: mailbox, ...challenge }),
  resend: z.object({ type: z.literal('signup'), email: mailbox, ...challenge }),
  /**
   * Either `token_hash`, which is supabase-js's name for the token of a link, or `email` and `token`, the six digits.
   */
  verify: z.object({
    type: z.enum([...linkPurposes, 'email']),
    email: email.optional(),
    token: text.max(200).optional(),
    token_hash: text.max(200).optional(),
    code_verifier: verifier.optional(),
    password: password.optional(),
  }),
  link: z.object({ token_hash: text.max(200), code_verifier: verifier.optional() }),
  update: z.object({ email: mailbox.optional(), password: password.optional(), data: metadata.optional() }),
  signOut: z.object({}),
} as const;
