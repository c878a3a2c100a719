import { expect, test } from 'vitest';

import { importWords } from './import-words.ts';
import { pseudoBundle, pseudoText } from './pseudo.ts';

test('pseudoText adds accents, brackets and 40 % of length', () => {
  expect(pseudoText('Download')).toBe('[Ďööŵñļööååď]');
  const text = 'Remove the background of images on your own device';
  expect(pseudoText(text)).toHaveLength(Math.round(text.length * 1.4) + 2);
});

test('pseudoText keeps placeholders, tags and nested keys', () => {
  const text = pseudoText('{{count, number}} of <terms>all</terms>, $t(common:more)');
  expect(text).toContain('{{count, number}}');
  expect(text).toMatch(/<terms>[^<]+<\/terms>/);
  expect(text).toContain('$t(common:more)');
});

test('pseudoBundle changes an article’s texts, but neither anchors nor addresses', async () => {
  const faq = pseudoBundle((await importWords('en', 'faq')) as object);
  const addresses = (bundle: object) => [...JSON.stringify(bundle).matchAll(/"(?:id|to|kind)":"[^"]*"/g)].map(String);
  expect(addresses(faq)).toEqual(addresses((await importWords('en', 'faq')) as object));
  expect(JSON.stringify(faq)).not.toMatch(/"title":"[^[]/);
});
