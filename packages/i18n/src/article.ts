import type { i18n } from 'i18next';

import type { ArticleName } from './namespaces.ts';

/** Long text, parsed from `locales/<language>/<name>.md`. */
export interface Article {
  /** Paragraph before the first heading. */
  readonly lead: string;
  readonly sections: readonly ArticleSection[];
}

/** Heading with its paragraphs and lists, and the sections of the next level. */
export interface ArticleSection {
  /** Anchor, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ArticleBlock[];
  readonly sections: readonly ArticleSection[];
}

export type ArticleBlock =
  | { readonly kind: 'paragraph'; readonly content: ArticleContent }
  | { readonly kind: 'list'; readonly items: readonly ArticleContent[] };

export type ArticleContent = readonly ArticleSpan[];

/** Run of text: plain, formatted, or a link. */
export type ArticleSpan =
  | string
  | { readonly kind: 'strong' | 'em' | 'code'; readonly text: string }
  | {
      readonly kind: 'link';
      /** Path of a page without its language, such as `/privacy`, or a whole URL. */
      readonly to: string;
      /** Text of the link. Empty when the link shows the title of its page. */
      readonly text: string;
    };

/**
 * Returns an article in the current language of the instance.
 * @throws {Error} when its bundle is not loaded.
 */
export function articleOf(i18n: i18n, name: ArticleName): Article {
  for (const language of i18n.languages) {
    const article = i18n.getResource(language, name, 'article') as Article | undefined;
    if (article) return article;
  }
  throw new Error(`the article ${name} is not loaded`);
}

/**
 * Returns the section with an id, from either level.
 * @throws {Error} when there is none.
 */
export function sectionOf({ sections }: Article, id: string): ArticleSection {
  const found = sections.flatMap((section) => [section, ...section.sections]).find((section) => section.id === id);
  if (!found) throw new Error(`the article has no section ${id}`);
  return found;
}

/** Returns the plain text of blocks, with one line per paragraph or list item. Links without a text are omitted. */
export function articleText(blocks: readonly ArticleBlock[]): string {
  return blocks
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.content]))
    .map(contentText)
    .filter((line) => line !== '')
    .join('\n');
}

function contentText(content: ArticleContent): string {
  return content.map((span) => (typeof span === 'string' ? span : span.text)).join('');
}
