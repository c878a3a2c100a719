/** Maximum length of an address in an SMTP envelope (RFC 5321, erratum 1690). */
export const maxEmailCharacters = 254;

const letter = String.raw`\p{L}\p{M}\p{N}`;
const name = String.raw`[${letter}!#$%&'*+/=?^_\x60{|}~.-]+`;
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`;
const address = new RegExp(String.raw`^${name}@(?:${label}\.)+(?!\p{N}+$)${label}$`, 'u');

/**
 * Checks an email address by the one rule of the product: the rule of a browser's own email field, with letters of
 * every script, and with a domain of at least two labels whose last one is not a number. Comments, quotes, lists,
 * display names and IP addresses as domains are refused, and so are other spellings of the same characters (full-width
 * letters), so that a mailbox has one address here. The site has the same rule in `check-email.ts`.
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= maxEmailCharacters && text === text.normalize('NFKC') && address.test(text);
}
