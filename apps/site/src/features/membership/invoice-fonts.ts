import type { Locale } from '@isola/i18n';
import type { Typeface } from '@isola/membership';

/**
 * Loaders of the typefaces. The file lists of Chinese, Japanese and Korean have 30 kB each, so each is loaded only when
 * an invoice contains one of its characters.
 */
const typefaces = {
  'noto-sans': async () => (await import('./typefaces/noto-sans.ts')).files,
  'noto-sans-sc': async () => (await import('./typefaces/noto-sans-sc.ts')).files,
  'noto-sans-jp': async () => (await import('./typefaces/noto-sans-jp.ts')).files,
  'noto-sans-kr': async () => (await import('./typefaces/noto-sans-kr.ts')).files,
} as const satisfies Record<string, Typeface>;
type TypefaceName = keyof typeof typefaces;

/** Typeface of the reader's language. It comes first because the shapes of Han characters differ between languages. */
const cjkFirst: Partial<Record<Locale, TypefaceName>> = { zh: 'noto-sans-sc', ja: 'noto-sans-jp', ko: 'noto-sans-kr' };

/** Returns the typefaces in the order of preference for each character. */
export function typefacesFor(locale: Locale): readonly Typeface[] {
  const cjk: readonly TypefaceName[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
  const first = cjkFirst[locale] ?? 'noto-sans-sc';
  const order: readonly TypefaceName[] = ['noto-sans', first, ...cjk.filter((each) => each !== first)];
  return order.map((name) => typefaces[name]);
}
