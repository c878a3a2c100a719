import type { Locale } from '@isola/i18n';
import type { FontFile } from '@isola/membership';
import japaneseRanges from '@fontsource/noto-sans-jp/unicode.json';
import koreanRanges from '@fontsource/noto-sans-kr/unicode.json';
import chineseRanges from '@fontsource/noto-sans-sc/unicode.json';
import latinRanges from '@fontsource/noto-sans/unicode.json';

/** The address of each file, by its path. Vite copies the files beside the page, so that they come from its own origin. */
const urls = import.meta.glob<string>('../../../node_modules/@fontsource/noto-sans*/files/*-400-normal.woff', {
  query: '?url',
  import: 'default',
  eager: true,
});

const typefaces = {
  'noto-sans': latinRanges,
  'noto-sans-sc': chineseRanges,
  'noto-sans-jp': japaneseRanges,
  'noto-sans-kr': koreanRanges,
} as const satisfies Record<string, Readonly<Record<string, string>>>;
type Typeface = keyof typeof typefaces;

/** Han characters differ in shape: the reader's own language comes first, then the others. */
const cjkFirst: Partial<Record<Locale, Typeface>> = { zh: 'noto-sans-sc', ja: 'noto-sans-jp', ko: 'noto-sans-kr' };

/** The files in the order in which they are asked for a character. */
export function fontFilesFor(locale: Locale): readonly FontFile[] {
  const cjk: readonly Typeface[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
  const first = cjkFirst[locale] ?? 'noto-sans-sc';
  const order: readonly Typeface[] = ['noto-sans', first, ...cjk.filter((each) => each !== first)];
  return order.flatMap((typeface) =>
    Object.entries(typefaces[typeface]).flatMap(([subset, range]) => {
      // Numbered parts stand in brackets.
      const file = `${typeface}-${subset.replaceAll(/[[\]]/g, '')}-400-normal.woff`;
      const url = urls[`../../../node_modules/@fontsource/${typeface}/files/${file}`];
      return url === undefined ? [] : [{ url, covers: inRanges(range) }];
    }),
  );
}

/** @param ranges as CSS has them: `U+0000-00FF,U+0131`. */
function inRanges(ranges: string): (codePoint: number) => boolean {
  const parsed = ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (codePoint) => parsed.some(([first, last]) => codePoint >= first && codePoint <= last);
}
