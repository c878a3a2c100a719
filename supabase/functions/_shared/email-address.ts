/** The longest address that can be written in an SMTP envelope (RFC 5321, erratum 1690). */
export const maxEmailCharacters = 254;

const letter = String.raw`\p{L}\p{M}\p{N}`;
const name = String.raw`[${letter}!#$%&'*+/=?^_\x60{|}~.-]+`;
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`;
const address = new RegExp(String.raw`^${name}@(?:${label}\.)+(?!\p{N}+$)${label}$`, 'u');

/**
 * The one rule for an email address, wherever one is taken: what a browser takes in a field for it, with letters of every
 * script, and with a domain of two names whose last one is no number. Comments, quotes, lists, display names and addresses of machines
 * are refused, and so is any other spelling of the same characters (full-width letters): a mailbox has one address here. The site
 * has the same rule in `check-email.ts`.
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= maxEmailCharacters && text === text.normalize('NFKC') && address.test(text);
}
