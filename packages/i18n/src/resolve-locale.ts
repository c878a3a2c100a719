import { defaultLocale, isLocale, type Locale } from './locales.ts';

export interface LocaleSigns {
  /** The address's first part, such as `de` of `/de/single`; whatever it is. */
  readonly prefix: string | undefined;
  /** What the reader chose before, as it was stored; whatever it is. */
  readonly saved: string | null;
}

/** @returns the language to show: the address's, else the one that was chosen before, else the default. */
export function resolveLocale({ prefix, saved }: LocaleSigns): Locale {
  return [prefix, saved].find(isLocale) ?? defaultLocale;
}
