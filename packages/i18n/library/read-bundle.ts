import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Article, type ArticleSection, articleText } from '../src/article.ts';
import type { Locale } from '../src/locales.ts';
import { type ArticleName, articleNames, type Namespace } from '../src/namespaces.ts';
import { parseArticle } from './parse-article.ts';

const localesFolder = join(import.meta.dirname, '../src/locales');

/**
 * Returns a bundle in the form of `importWords`: the JSON file and, if the namespace has one, its article under the key
 * `article`.
 */
export function readBundle(locale: Locale, namespace: Namespace): Readonly<Record<string, unknown>> {
  const words = readWords(locale, namespace);
  return isArticleName(namespace) ? { ...words, article: readArticle(locale, namespace) } : words;
}

/** Reads an article. @throws {Error} when it does not follow the syntax of `parseArticle`. */
export function readArticle(locale: Locale, name: ArticleName): Article {
  const file = join(localesFolder, locale, `${name}.md`);
  return parseArticle(readFileSync(file, 'utf8'), file);
}

/**
 * Returns every text of a bundle by its key. The keys of an article's texts begin with `#`: `#lead`, `#uploaded` for a
 * heading, `#uploaded/1` for the first paragraph or list under it.
 */
export function readTexts(locale: Locale, namespace: Namespace): Readonly<Record<string, string>> {
  const words = readWords(locale, namespace);
  if (!isArticleName(namespace)) return words;
  const { lead, sections } = readArticle(locale, namespace);
  return { ...words, '#lead': lead, ...Object.fromEntries(sections.flatMap(textsOf)) };
}

function textsOf({ id, title, blocks, sections }: ArticleSection): [key: string, text: string][] {
  return [
    [`#${id}`, title],
    ...blocks
      .map((block, index): [string, string] => [`#${id}/${index + 1}`, articleText([block])])
      // A link that shows the title of its page has no text in the article.
      .filter(([, text]) => text !== ''),
    ...sections.flatMap(textsOf),
  ];
}

function readWords(locale: Locale, namespace: Namespace): Record<string, string> {
  return JSON.parse(readFileSync(join(localesFolder, locale, `${namespace}.json`), 'utf8')) as Record<string, string>;
}

function isArticleName(namespace: Namespace): namespace is ArticleName {
  return (articleNames as readonly Namespace[]).includes(namespace);
}
