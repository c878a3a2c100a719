import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sourceLocale } from './locales.ts';
import { namespaces } from './namespaces.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Template literal that composes keys: `status.${state}`. Its slots accept any string or property name that occurs in
 * the sources.
 */
interface KeyTemplate {
  readonly pattern: RegExp;
  /** Strings that its slots accept. */
  readonly fillings: ReadonlySet<string>;
}

/** Every key that occurs in the sources: with its namespace or, when the component names none, without. */
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

/** Collects the strings of a source that may be keys, and its templates. */
function read(source: string): void {
  // Keys without a namespace belong to the first one that a component asks for. Functions that receive `t` may be used
  // with any.
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
      // `${kind}.${part}` would match every key, so its slots accept only strings of its own file.
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

test.each(namespaces)('the sources use every text of %s', (namespace) => {
  const file = join(import.meta.dirname, 'locales', sourceLocale, `${namespace}.json`);
  const keys = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
  const stems = [...new Set(keys.map((key) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')))];
  expect(stems.filter((stem) => !isNamed(namespace, stem))).toEqual([]);
});
