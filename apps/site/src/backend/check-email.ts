/** The longest address that can be written in an SMTP envelope (RFC 5321, erratum 1690). */
const maxCharacters = 254;

/** - `malformed`: it is not of the form `name@domain.tld`. */
export type EmailProblem = 'empty' | 'malformed' | 'too-long';

export type EmailCheck = { readonly email: string } | { readonly problem: EmailProblem };

/**
 * Checks what can be checked without sending an email: something, one `@`, and a domain with a dot, without spaces.
 * Letters of every script are allowed on both sides.
 * @returns the address without the spaces around it, or what is wrong with it.
 */
export function checkEmail(typed: string): EmailCheck {
  const email = typed.trim();
  if (email === '') return { problem: 'empty' };
  if (email.length > maxCharacters) return { problem: 'too-long' };
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(email) ? { email } : { problem: 'malformed' };
}
