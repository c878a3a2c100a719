import { defaultLocale, isLocale, type Locale } from './locales.ts';

/** Each as it was found, whatever it is. */
export interface LocaleSigns {
  /** The address's first part, such as `de` of `/de/single`. */
  readonly prefix: string | undefined;
  /** What the reader chose before, as it was stored. */
  readonly saved: string | null;
  /** The geo-location function's `defaultLanguage`; undefined while it has not answered, or when it cannot. */
  readonly detected?: string | undefined;
}

/** @returns the language to show: the address's, else the one chosen before, else the detected one, else the default. */
export function resolveLocale({ prefix, saved, detected }: LocaleSigns): Locale {
  return [prefix, saved, detected].find(isLocale) ?? defaultLocale;
}
