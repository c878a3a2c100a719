import * as z from 'zod';

/** The database keeps no text with a zero in it. */
const text = z.string().refine((value) => !value.includes('\0'), 'A zero character is not allowed');
const email = text.max(254);
/** Of what is longer, the hash would only see the beginning. */
const password = text.refine((value) => Buffer.byteLength(value) <= 72, {
  error: 'Password cannot be longer than 72 bytes',
});
/** Arbitrary JSON of the member's own. */
const metadata = z
  .record(z.string(), z.json())
  .refine((value) => !JSON.stringify(value).includes(String.raw`\u0000`), 'A zero character is not allowed');

/** What each route reads of its body; the library would take anything, and what is not named here does not reach it. */
export const authBodies = {
  signUp: z.object({ email, password, data: metadata.nullish() }),
  signIn: z.object({ email, password: text.max(1_000) }),
  refresh: z.object({ refresh_token: text.max(200) }),
  mail: z.object({ email }),
  resend: z.object({ type: z.enum(['signup', 'email_change']), email }),
  verify: z.object({
    type: z.enum(['signup', 'recovery', 'magiclink', 'email', 'email_change']),
    email: email.optional(),
    token: text.max(200).optional(),
    token_hash: text.max(200).optional(),
  }),
  update: z.object({ email: email.optional(), password: password.optional(), data: metadata.optional() }),
  signOut: z.object({}),
} as const;
