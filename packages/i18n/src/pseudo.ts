import type { Article, ArticleBlock, ArticleContent, ArticleSection } from './article.ts';

/** The language tag of the pseudo-locale: `XA` is the region that is set aside for it. */
export const pseudoLocale = 'en-XA';

/** How much longer than English the longest of the product's languages is, and some more. */
const growth = 1.4;

/** What is not text: placeholders, tags and nested keys of i18next. */
const syntax = /(\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\))/;

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz', (letter, at) => [
    letter,
    Array.from('ÅåÇçĎďÉéĞğĤĥÎîĴĵĶķĻļÑñÖöŘřŠšŢţÛûŴŵÝýŽž')[at] ?? letter,
  ]),
);

/**
 * @returns an English text as it would be in a language that is 40 % longer and has accents, in brackets: where one is missing, the
 * text is cut. Placeholders, tags and nested keys stay.
 */
export function pseudoText(text: string): string {
  if (text.trim() === '') return text;
  const parts = text.split(syntax).map((part, at) => (at % 2 === 1 ? part : lengthened(part)));
  return `[${parts.join('')}]`;
}

/** Vowels are repeated, from the first on, until the text is long enough: words stay words, and lines break as they would. */
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

/** @returns a bundle's words, and its article where it has one, as pseudo texts. */
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
