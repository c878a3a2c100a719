import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { newComponent } from './new-component.ts';
import { newLanguage } from './new-language.ts';

const root = join(import.meta.dirname, '../..');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-new-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('newComponent writes source, page and stories, and does not overwrite a component', () => {
  const files = newComponent(folder, 'tag-group');
  const place = join(folder, 'packages/ui/src/components/tag-group');
  expect(files).toEqual(['tag-group.tsx', 'tag-group.mdx', 'tag-group.stories.tsx'].map((file) => join(place, file)));
  expect(readFileSync(join(place, 'tag-group.tsx'), 'utf8')).toContain('export function TagGroup(');
  expect(readFileSync(join(place, 'tag-group.stories.tsx'), 'utf8')).toContain("title: 'Content/Tag group'");
  expect(() => newComponent(folder, 'tag-group')).toThrow('already');
});

test('newLanguage copies the English bundles and adds a row to each list', () => {
  const sources = join(folder, 'packages/i18n/src');
  mkdirSync(sources, { recursive: true });
  cpSync(join(root, 'packages/i18n/src/locales.ts'), join(sources, 'locales.ts'));
  cpSync(join(root, 'packages/i18n/src/locales/en'), join(sources, 'locales/en'), { recursive: true });
  const functions = 'supabase/functions/_shared';
  mkdirSync(join(folder, functions), { recursive: true });
  cpSync(join(root, functions, 'languages.ts'), join(folder, functions, 'languages.ts'));
  newLanguage(folder, 'it', 'Italiano');
  expect(readFileSync(join(folder, functions, 'languages.ts'), 'utf8')).toMatch(
    /languages = \['zh', .*, 'it'\] as const/,
  );
  const list = readFileSync(join(sources, 'locales.ts'), 'utf8');
  expect(list).toMatch(/export const locales = \['zh', .*, 'it'\] as const/);
  expect(list).toMatch(/localeNames.*\{[^}]*\n {2}it: 'Italiano',\n\};/);
  expect(readdirSync(join(sources, 'locales/it'))).toEqual(readdirSync(join(sources, 'locales/en')));
  expect(readdirSync(join(sources, 'locales/it'))).toContain('faq.md');
  expect(() => newLanguage(folder, 'it', 'Italiano')).toThrow('already');
  expect(existsSync(join(folder, 'packages/ui'))).toBe(false);
});
