import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sourceLocale } from './locales.ts';
import { namespaces } from './namespaces.ts';

const root = join(import.meta.dirname, '../../..');

/** A template that makes keys: `status.${state}`. Its slots are filled with what stands in the sources as a text or a property. */
interface KeyTemplate {
  readonly pattern: RegExp;
  /** What its slots may be filled with. */
  readonly fillings: ReadonlySet<string>;
}

/** Every key that the sources name, with its namespace and, where a component says none, without. */
const named = new Set<string>();
const templates = new Map<string, KeyTemplate>();
const allFillings = new Set<string>();

const sources = globSync(
  ['apps/*/{src,build}/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}', 'apps/site/src/**/openapi.json'],
  { cwd: root },
)
  .filter((file) => !/\.(?:test|stories|gen)\.|\/testing\/|^packages\/(?:i18n|engine)\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'));
for (const source of sources) read(source);

/** Finds a source's texts that may be keys, and its templates. */
function read(source: string): void {
  // The first namespace that a component asks for is that of keys without one. Functions that take `t` may be used with any.
  const asked = [...source.matchAll(/useTranslation\(\[?(?:'([\w-]+)')?/g)].map(([, name]) => name ?? 'common');
  const prefixes = asked.length > 0 ? asked.map((name) => `${name}:`) : [''];
  const add = (text: string) => {
    named.add(text);
    if (!text.includes(':')) for (const prefix of prefixes) named.add(`${prefix}*${text}`);
  };
  const fillings = new Set<string>();
  for (const [, text = '', name = ''] of source.matchAll(/['"`]([\w:.-]+)['"`]|\b([\w-]+)\s*[:,}]/g)) {
    fillings.add(text || name);
    allFillings.add(text || name);
    if (text) add(text);
  }
  for (const [, text = ''] of source.matchAll(
    /`((?:[^`$\\\n]|\$\{[^`{}]*\})*\$\{[^`{}]*\}(?:[^`$\\\n]|\$\{[^`{}]*\})*)`/g,
  )) {
    const parts = text.split(/\$\{[^{}]*\}/);
    const fixed = parts.join('');
    if (!/^[\w:.-]*[.:][\w:.-]*$/.test(fixed)) continue;
    const filled = parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('([\\w.-]+)');
    for (const prefix of prefixes) {
      const pattern = new RegExp(`^${fixed.includes(':') || prefix === '' ? '' : prefix}${filled}$`);
      // `${kind}.${part}` fits every key: it counts for the words of its own file.
      const isOpen = !/\w{3}/.test(fixed);
      templates.set(`${pattern.source} ${isOpen ? templates.size : ''}`, {
        pattern,
        fillings: isOpen ? fillings : allFillings,
      });
    }
  }
}

function isNamed(namespace: string, key: string): boolean {
  const full = `${namespace}:${key}`;
  return (
    named.has(full) ||
    named.has(`${namespace}:*${key}`) ||
    named.has(`*${key}`) ||
    [...templates.values()].some(({ pattern, fillings }) => {
      const found = pattern.exec(full) ?? pattern.exec(key);
      return found?.slice(1).every((slot) => fillings.has(slot) || slot.split('.').every((part) => fillings.has(part)));
    })
  );
}

test.each(namespaces)('every text of %s has a place that shows it', (namespace) => {
  const file = join(import.meta.dirname, 'locales', sourceLocale, `${namespace}.json`);
  const keys = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
  const stems = [...new Set(keys.map((key) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')))];
  expect(stems.filter((stem) => !isNamed(namespace, stem))).toEqual([]);
});
