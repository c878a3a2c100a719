export type Script = 'latin' | 'cyrillic' | 'han' | 'hangul';

/** A word. In Chinese and Japanese, the text between two spaces or punctuation marks. */
export interface Token {
  /** Text as typed. */
  readonly text: string;
  /** Index of the first character in the sentence. */
  readonly start: number;
  /** Text for comparison with entries. In Han, kana and Hangul it is usually as long as `text`. */
  readonly folded: string;
  readonly script: Script;
}

const runs =
  /(?<latin>(?:\p{Script=Latin}\p{M}*)+)|(?<cyrillic>(?:\p{Script=Cyrillic}\p{M}*)+)|(?<hangul>\p{Script=Hangul}+)|(?<han>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーｰﾞﾟ]+)/gu;

const scripts = ['latin', 'cyrillic', 'hangul', 'han'] as const;

const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', œ: 'oe', æ: 'ae', ё: 'е' };

/** Normalises different spellings: capitals, accents of Latin letters, ä and ae, ß and ss, ё and е. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöüßœæё]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');
}

export function tokenize(text: string): readonly Token[] {
  return [...text.matchAll(runs)].flatMap((run) => {
    const script = scripts.find((name) => run.groups?.[name] !== undefined);
    return script ? [{ text: run[0], start: run.index, folded: fold(run[0]), script }] : [];
  });
}
