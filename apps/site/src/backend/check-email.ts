/** The longest address that can be written in an SMTP envelope (RFC 5321, erratum 1690). */
const maxCharacters = 254;

/** - `malformed`: it is not of the form `name@domain.tld`. */
export type EmailProblem = 'empty' | 'malformed' | 'too-long';

export type EmailCheck = { readonly email: string } | { readonly problem: EmailProblem };

const letter = String.raw`\p{L}\p{M}\p{N}`;
const name = String.raw`[${letter}!#$%&'*+/=?^_\x60{|}~.-]+`;
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`;
const address = new RegExp(String.raw`^${name}@(?:${label}\.)+(?!\p{N}+$)${label}$`, 'u');

/**
 * Checks what can be checked without sending an email, by the server's own rule (`supabase/functions/_shared/email-address.ts`).
 * Letters of every script are allowed on both sides.
 * @returns the address without the spaces around it, or what is wrong with it.
 */
export function checkEmail(typed: string): EmailCheck {
  const email = typed.trim();
  if (email === '') return { problem: 'empty' };
  if (email.length > maxCharacters) return { problem: 'too-long' };
  return email === email.normalize('NFKC') && address.test(email) ? { email } : { problem: 'malformed' };
}
