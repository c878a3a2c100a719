import type { i18n } from 'i18next';

import type { ArticleName } from './namespaces.ts';

/** A long text, as `locales/<language>/<name>.md` has it. */
export interface Article {
  /** What stands before the first heading. */
  readonly lead: string;
  readonly sections: readonly ArticleSection[];
}

/** A heading, what stands beneath it, and the sections of the next level. */
export interface ArticleSection {
  /** Its anchor, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ArticleBlock[];
  readonly sections: readonly ArticleSection[];
}

export type ArticleBlock =
  | { readonly kind: 'paragraph'; readonly content: ArticleContent }
  | { readonly kind: 'list'; readonly items: readonly ArticleContent[] };

export type ArticleContent = readonly ArticleSpan[];

/** A run of text: plain, set apart, or a link. */
export type ArticleSpan =
  | string
  | { readonly kind: 'strong' | 'em' | 'code'; readonly text: string }
  | {
      readonly kind: 'link';
      /** A page's path without its language, such as `/privacy`, or a whole URL. */
      readonly to: string;
      /** Empty where the title of the page is to stand. */
      readonly text: string;
    };

/**
 * @returns the article in the language of the instance.
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
 * @returns the section with the id, of either level.
 * @throws {Error} when there is none.
 */
export function sectionOf({ sections }: Article, id: string): ArticleSection {
  const found = sections.flatMap((section) => [section, ...section.sections]).find((section) => section.id === id);
  if (!found) throw new Error(`the article has no section ${id}`);
  return found;
}

/** @returns the text of the blocks alone, one line a paragraph or an item; links without a text of their own are left out. */
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
