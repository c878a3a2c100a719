import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readTexts } from '../library/read-bundle.ts';
import { namespaces } from './namespaces.ts';

const folder = join(import.meta.dirname, 'locales/en');

const texts = namespaces.flatMap((namespace) =>
  Object.entries(readTexts('en', namespace)).map(([key, text]) => ({ name: `${namespace}:${key}`, text })),
);

/** Terms that `docs/glossary.md` replaces, and keys in which they have another meaning and are allowed. */
const replaced: readonly { word: RegExp; elsewhere?: RegExp }[] = [
  { word: /\bcut-outs?\b/i },
  { word: /\be-mails?\b/i },
  { word: /\bpictures?\b/i },
  {
    word: /(?<!\b(?:ID|passport|product|take a|take the|took the|edited|takes) )\bphotos?\b/i,
    // These pages are about photographs that are taken for a purpose.
    elsewhere: /^(id-photo|id-photo-tool|product-photo):|^faq:#(missing|id-photo)\b/,
  },
  { word: /\bweb address/i },
  { word: /\brefresh\b/i },
  { word: /\brecipes?\b/i },
  { word: /\bledger\b/i },
  { word: /\bmattes?\b/i, elsewhere: /^(api-reference|press):/ },
  { word: /where it is transparent/i, elsewhere: /^press:/ },
  { word: /\blook(ing)? closer\b/i },
  { word: /\bin the making\b/i },
  { word: /\bdisplay names?\b/i },
  { word: /\bwithout a network\b|\b(check|from) (your |the )?network\b/i },
];

test.each(replaced)('no English text contains $word', ({ word, elsewhere }) => {
  const found = texts.filter(({ name, text }) => word.test(text) && !elsewhere?.test(name));
  expect(found).toEqual([]);
});

test('a tool has the same name in its tab and above its panel', () => {
  for (const file of globSync('../*/editor.json', { cwd: folder })) {
    const words = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
    for (const tool of ['background', 'refine', 'light', 'crop', 'export'])
      expect([file, words[`tools.${tool}.title`]]).toEqual([file, words[`tools.${tool}`]]);
  }
});
