import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locale } from '../../packages/i18n/src/locales.ts';

const localesFolder = join(import.meta.dirname, '../../packages/i18n/src/locales');

/** A bundle as it lies in the repository. */
export function bundle(locale: Locale, namespace: string): Record<string, string> {
  return JSON.parse(readFileSync(join(localesFolder, locale, `${namespace}.json`), 'utf8')) as Record<string, string>;
}
