/** Longest email address that fits into an SMTP envelope, in characters (RFC 5321, erratum 1690). */
const maxCharacters = 254;

/** Reason why an address is rejected; `malformed` means that it is not of the form `name@domain.tld`. */
export type EmailProblem = 'empty' | 'malformed' | 'too-long';

export type EmailCheck = { readonly email: string } | { readonly problem: EmailProblem };

const letter = String.raw`\p{L}\p{M}\p{N}`;
const name = String.raw`[${letter}!#$%&'*+/=?^_\x60{|}~.-]+`;
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`;
const address = new RegExp(String.raw`^${name}@(?:${label}\.)+(?!\p{N}+$)${label}$`, 'u');

/**
 * Checks the form of an email address, with the same rule as the server
 * (`supabase/functions/_shared/email-address.ts`). Letters of every script are allowed on both sides of the `@`.
 * @returns the address without the spaces around it, or what is wrong with it.
 */
export function checkEmail(typed: string): EmailCheck {
  const email = typed.trim();
  if (email === '') return { problem: 'empty' };
  if (email.length > maxCharacters) return { problem: 'too-long' };
  return email === email.normalize('NFKC') && address.test(email) ? { email } : { problem: 'malformed' };
}
