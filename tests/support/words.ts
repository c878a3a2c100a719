import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Locator } from '@playwright/test';

import type { Locale } from '../../packages/i18n/src/locales.ts';

const localesFolder = join(import.meta.dirname, '../../packages/i18n/src/locales');

/** Returns a bundle of the repository. */
export function bundle(locale: Locale, namespace: string): Record<string, string> {
  return JSON.parse(readFileSync(join(localesFolder, locale, `${namespace}.json`), 'utf8')) as Record<string, string>;
}

/** Values of a text's placeholders. `count` also chooses its plural form. */
type Values = Readonly<Record<string, string | number>>;

/** Returns an English text. @param key bundle and key: `messages:signIn.done`. @throws when there is no such text. */
export function wordsOf(key: string, values: Values = {}): string {
  const [namespace = '', name = ''] = key.split(':');
  const texts = bundle('en', namespace);
  const { count } = values;
  const plural = typeof count === 'number' ? `${name}_${new Intl.PluralRules('en').select(count)}` : name;
  const text = texts[plural] ?? texts[name];
  if (text === undefined) throw new Error(`there is no text ${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, each: string) => {
    const value = values[each];
    if (value === undefined) throw new Error(`the text ${key} needs “${each}”`);
    return String(value);
  });
}

/**
 * Waits until an element shows a message's title and text.
 * @param key key of the message without `.title` and `.text`: `errors:network`.
 */
export async function expectMessage(place: Locator, key: string, values: Values = {}): Promise<void> {
  await expect(place).toContainText(wordsOf(`${key}.title`, values));
  await expect(place).toContainText(wordsOf(`${key}.text`, values));
}
