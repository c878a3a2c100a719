/** @returns the letter or sign in lower case; where the keyboard writes another script, the one in the key's place. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  if (/^[\u0020-\u024f]$/u.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : brackets[code];
}

const brackets: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };
