import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Locator } from '@playwright/test';

import type { Locale } from '../../packages/i18n/src/locales.ts';

const localesFolder = join(import.meta.dirname, '../../packages/i18n/src/locales');

/** A bundle as it lies in the repository. */
export function bundle(locale: Locale, namespace: string): Record<string, string> {
  return JSON.parse(readFileSync(join(localesFolder, locale, `${namespace}.json`), 'utf8')) as Record<string, string>;
}

/** What the placeholders of a text stand for; `count` chooses its plural form, too. */
type Values = Readonly<Record<string, string | number>>;

/** @param key of an English text, with its bundle: `messages:signIn.done`. @throws where there is none. */
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
 * Waits until a place shows a message: its title and its text.
 * @param key without these: `errors:network`.
 */
export async function expectMessage(place: Locator, key: string, values: Values = {}): Promise<void> {
  await expect(place).toContainText(wordsOf(`${key}.title`, values));
  await expect(place).toContainText(wordsOf(`${key}.text`, values));
}
