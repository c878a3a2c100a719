import { defaultLocale, isLocale, type Locale } from './locales.ts';

/** Unvalidated values from which the language is determined. */
export interface LocaleSigns {
  /** First part of the address, such as `de` of `/de/single`. */
  readonly prefix: string | undefined;
  /** Language that the reader chose before, as stored. */
  readonly saved: string | null;
  /** Result `defaultLanguage` of the geolocation function; undefined until it has answered or if it fails. */
  readonly detected?: string | undefined;
}

/** Returns the language to show: the address's, else the one chosen before, else the detected one, else the default. */
export function resolveLocale({ prefix, saved, detected }: LocaleSigns): Locale {
  return [prefix, saved, detected].find(isLocale) ?? defaultLocale;
}
