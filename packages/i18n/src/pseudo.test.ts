import { expect, test } from 'vitest';

import { importWords } from './import-words.ts';
import { pseudoBundle, pseudoText } from './pseudo.ts';

test('a text has accents and brackets, and is 40 % longer', () => {
  expect(pseudoText('Download')).toBe('[Ďööŵñļööååď]');
  const text = 'Remove the background of images on your own device';
  expect(pseudoText(text)).toHaveLength(Math.round(text.length * 1.4) + 2);
});

test('placeholders, tags and nested keys stay as they are', () => {
  const text = pseudoText('{{count, number}} of <terms>all</terms>, $t(common:more)');
  expect(text).toContain('{{count, number}}');
  expect(text).toMatch(/<terms>[^<]+<\/terms>/);
  expect(text).toContain('$t(common:more)');
});

test('of an article the texts change, and neither anchors nor addresses', async () => {
  const faq = pseudoBundle((await importWords('en', 'faq')) as object);
  const addresses = (bundle: object) => [...JSON.stringify(bundle).matchAll(/"(?:id|to|kind)":"[^"]*"/g)].map(String);
  expect(addresses(faq)).toEqual(addresses((await importWords('en', 'faq')) as object));
  expect(JSON.stringify(faq)).not.toMatch(/"title":"[^[]/);
});
