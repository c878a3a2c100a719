import * as z from 'zod';

import { isEmailAddress, maxEmailCharacters } from '@isola/supabase/shared/email-address';
import { linkPurposes } from './link-purpose.ts';

/** The database keeps no text with a zero in it. */
const text = z.string().refine((value) => !value.includes('\0'), 'A zero character is not allowed');
/** An address that is only looked up: an account of earlier may have one that is not taken any more. */
const email = text.max(maxEmailCharacters);
/** The words are the embedded library's own. */
const mailbox = email
  .transform((value) => value.trim())
  .refine(isEmailAddress, 'Unable to validate email address: invalid format');
/** A password of at most 72 bytes; bcrypt ignores all further bytes. */
const password = text.refine((value) => Buffer.byteLength(value) <= 72, {
  error: 'Password cannot be longer than 72 bytes',
});
/** Arbitrary JSON of the member's own. */
const metadata = z
  .record(z.string(), z.json())
  .refine((value) => !JSON.stringify(value).includes(String.raw`\u0000`), 'A zero character is not allowed');
/** RFC 7636: 43 to 128 unreserved characters. */
const verifier = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Not a code verifier or challenge');
const challenge = {
  code_challenge: verifier.nullish(),
  code_challenge_method: z.enum(['s256', 'S256', 'plain']).nullish(),
};

/** Schemas of the bodies. The library accepts any field; a field that is not named here does not reach it. */
export const authBodies = {
  signUp: z.object({ email: mailbox, password: password.min(1), data: metadata.nullish(), ...challenge }),
  signIn: z.object({ email, password: text.max(1_000) }),
  refresh: z.object({ refresh_token: text.max(200) }),
  mail: z.object({ email: mailbox, ...challenge }),
  resend: z.object({ type: z.literal('signup'), email: mailbox, ...challenge }),
  /** `token_hash` is a link's token, and its name supabase-js's; `email` and `token` are an address and the six digits. */
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
