import type { Locale } from '@isola/i18n';
import type { Typeface } from '@isola/membership';

/** The lists of files weigh 30 kB each for Chinese, Japanese and Korean: one comes when the invoice has a character of it. */
const typefaces = {
  'noto-sans': async () => (await import('./typefaces/noto-sans.ts')).files,
  'noto-sans-sc': async () => (await import('./typefaces/noto-sans-sc.ts')).files,
  'noto-sans-jp': async () => (await import('./typefaces/noto-sans-jp.ts')).files,
  'noto-sans-kr': async () => (await import('./typefaces/noto-sans-kr.ts')).files,
} as const satisfies Record<string, Typeface>;
type TypefaceName = keyof typeof typefaces;

/** Han characters differ in shape: the reader's own language comes first, then the others. */
const cjkFirst: Partial<Record<Locale, TypefaceName>> = { zh: 'noto-sans-sc', ja: 'noto-sans-jp', ko: 'noto-sans-kr' };

/** The typefaces in the order in which they are asked for a character. */
export function typefacesFor(locale: Locale): readonly Typeface[] {
  const cjk: readonly TypefaceName[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
  const first = cjkFirst[locale] ?? 'noto-sans-sc';
  const order: readonly TypefaceName[] = ['noto-sans', first, ...cjk.filter((each) => each !== first)];
  return order.map((name) => typefaces[name]);
}
