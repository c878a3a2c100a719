/**
 * @returns the typed letter or symbol in lower case. On a keyboard of another script, it is the letter at the key's
 *   position.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  if (/^[\u0020-\u024f]$/u.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : brackets[code];
}

const brackets: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };
