import { describe, expect, test } from 'vitest';

import { readArticle } from '../library/read-bundle.ts';
import { type ArticleBlock, type ArticleContent, articleOf, type ArticleSection, articleText } from './article.ts';
import { createI18n } from './create-i18n.ts';
import { importWords } from './import-words.ts';
import { locales, sourceLocale } from './locales.ts';
import { articleNames } from './namespaces.ts';

/**
 * Structure that every language shares: the ids of sections, the number of items in lists, and the targets of links.
 */
const outline = ({ id, blocks, sections }: ArticleSection): object => ({
  id,
  blocks: blocks.map((block) =>
    block.kind === 'list' ? block.items.map((item) => linksOf(item)) : [block.kind, ...linksOf(block.content)],
  ),
  sections: sections.map(outline),
});

const linksOf = (content: ArticleContent) =>
  content.flatMap((span) => (typeof span === 'object' && span.kind === 'link' ? [span.to] : []));

describe.each(articleNames)('article %s', (name) => {
  const english = readArticle(sourceLocale, name);

  test.each(locales)('in %s has the sections, lists and links of the source language', (locale) => {
    expect(readArticle(locale, name).sections.map(outline)).toEqual(english.sections.map(outline));
  });

  test.each(locales)('in %s is loaded with its bundle, as parsed', async (locale) => {
    const i18n = await createI18n(locale, [name], importWords);
    expect(articleOf(i18n, name)).toEqual(readArticle(locale, name));
  });
});

test('articleOf returns the article of the current language, also after it changes', async () => {
  const i18n = await createI18n('en', ['faq'], importWords);
  const price = () =>
    articleOf(i18n, 'faq')
      .sections.flatMap(({ sections }) => sections)
      .find(({ id }) => id === 'price');
  expect(price()?.title).toBe('What does it cost?');
  await i18n.changeLanguage('zh');
  expect(price()?.title).toMatch(/\p{Script=Han}/u);
});

test('articleOf throws when the bundle is not loaded', async () => {
  const i18n = await createI18n('en', ['common'], importWords);
  expect(() => articleOf(i18n, 'faq')).toThrow('faq is not loaded');
});

test('articleText returns one line per paragraph or item', () => {
  const blocks: ArticleBlock[] = [
    { kind: 'paragraph', content: ['Read ', { kind: 'link', to: '/terms', text: 'the terms' }, '.'] },
    { kind: 'list', items: [['First'], [{ kind: 'strong', text: 'Second' }]] },
    { kind: 'paragraph', content: [{ kind: 'link', to: '/privacy', text: '' }] },
  ];
  expect(articleText(blocks)).toBe('Read the terms.\nFirst\nSecond');
});
