import type { Article, ArticleBlock, ArticleContent, ArticleSection } from './article.ts';

/** Language tag of the pseudo-locale. `XA` is the region code reserved for pseudo-locales. */
export const pseudoLocale = 'en-XA';

/** Length of a pseudo text relative to English: somewhat longer than the longest of the product's languages. */
const growth = 1.4;

/** Parts of a text that stay unchanged: placeholders, tags and nested keys of i18next. */
const syntax = /(\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\))/;

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz', (letter, at) => [
    letter,
    Array.from('ÅåÇçĎďÉéĞğĤĥÎîĴĵĶķĻļÑñÖöŘřŠšŢţÛûŴŵÝýŽž')[at] ?? letter,
  ]),
);

/**
 * Turns an English text into a pseudo text: 40 % longer, with accents, and in brackets. A missing bracket on screen
 * shows that the text is cut off. Placeholders, tags and nested keys stay.
 */
export function pseudoText(text: string): string {
  if (text.trim() === '') return text;
  const parts = text.split(syntax).map((part, at) => (at % 2 === 1 ? part : lengthened(part)));
  return `[${parts.join('')}]`;
}

/**
 * Repeats vowels from the first one on until the text is long enough. Words stay words, so lines break as they would in
 * a real language.
 */
function lengthened(part: string): string {
  const vowel = /[aeiouy]/i;
  let missing = Math.round(part.length * (growth - 1));
  const mostEach = Math.ceil(missing / Array.from(part).filter((letter) => vowel.test(letter)).length);
  return Array.from(part, (letter) => {
    const shown = accented[letter] ?? letter;
    if (!vowel.test(letter)) return shown;
    const more = Math.min(mostEach, missing);
    missing -= more;
    return shown + shown.toLowerCase().repeat(more);
  }).join('');
}

/** Returns a bundle with pseudo texts, including its article if it has one. */
export function pseudoBundle<Bundle extends object>(bundle: Bundle): Bundle {
  return Object.fromEntries(
    Object.entries(bundle).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoArticle(value as Article),
    ]),
  ) as Bundle;
}

function pseudoArticle({ lead, sections }: Article): Article {
  return { lead: pseudoText(lead), sections: sections.map(pseudoSection) };
}

function pseudoSection({ id, title, blocks, sections }: ArticleSection): ArticleSection {
  return { id, title: pseudoText(title), blocks: blocks.map(pseudoBlock), sections: sections.map(pseudoSection) };
}

function pseudoBlock(block: ArticleBlock): ArticleBlock {
  return block.kind === 'list'
    ? { ...block, items: block.items.map(pseudoContent) }
    : { ...block, content: pseudoContent(block.content) };
}

function pseudoContent(content: ArticleContent): ArticleContent {
  return content.map((span) =>
    typeof span === 'string' ? pseudoText(span) : { ...span, text: pseudoText(span.text) },
  );
}
