/** Strength of a password: too weak, weak, fair, good, strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const keyboardRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Number of characters that each kind adds to the alphabet that an attacker must try at every position. */
const kinds: readonly (readonly [RegExp, number])[] = [
  [/\p{Lowercase}/u, 26],
  [/\p{Uppercase}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
  // Letters without case: Han, kana, Hangul and many more. People use few of the many thousands.
  [/\p{Lo}/u, 500],
];

/** Bits for a digit or symbol at the end, which is mostly a year, a 1 or an exclamation mark. */
const tailBits = 2;

/**
 * Estimates from length and variety how hard a password is to guess. The estimate is a hint during typing: it uses no
 * dictionary and no leaked passwords. The server decides whether a password is accepted.
 *
 * Runs (aaa, abc, 321, qwe) add next to nothing. A few characters repeated, or digits and symbols at the end, add
 * little. A capital letter at the beginning adds no variety, because it is so common.
 *
 * @returns 0 for a password that is guessed at once, 4 for one that withstands an attack on a stolen database; the
 * steps are 20, 50, 60 and 80 bits.
 */
export function estimateStrength(password: string): Strength {
  const core = password.replace(/[^\p{L}]+$/u, '') || password;
  const varied = core.replace(/^\p{Lu}(?=\p{Ll})/u, '');
  const variety = kinds.reduce((sum, [kind, size]) => (kind.test(varied) ? sum + size : sum), 0);
  const tail = password.slice(core.length);
  const bits = countUnforeseen(core) * Math.log2(Math.max(variety, 1)) + countUnforeseen(tail) * tailBits;
  if (bits < 20) return 0;
  if (bits < 50) return 1;
  if (bits < 60) return 2;
  return bits < 80 ? 3 : 4;
}

function countUnforeseen(text: string) {
  const signs = Array.from(text);
  const steps = signs.map((sign, at) => follows(signs[at - 1], sign));
  // A single step may be chance; two in a row are a run.
  const unforeseen = steps.filter((step, at) => !(step && (steps[at - 1] || steps[at + 1])));
  return Math.min(unforeseen.length, 2 * new Set(signs).size);
}

function follows(before: string | undefined, sign: string) {
  if (before === undefined) return false;
  const [a, b] = [before.toLowerCase(), sign.toLowerCase()];
  const inAlphabet = Math.abs((a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)) <= 1;
  return inAlphabet || keyboardRows.some((row) => row.includes(a + b) || row.includes(b + a));
}
