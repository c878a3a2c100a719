import { Lexer, type Token, type Tokens } from 'marked';

import type { Article, ArticleBlock, ArticleContent, ArticleSection, ArticleSpan } from '../src/article.ts';

interface OpenSection extends ArticleSection {
  readonly blocks: ArticleBlock[];
  readonly sections: OpenSection[];
}

/**
 * Parses an article: a paragraph as its lead, then sections `## Title {#id}` with subsections `### Title {#id}`. They
 * contain paragraphs and lists with links, `**strong**`, `*emphasis*` and `code`.
 * @param name file name for error messages.
 * @throws {Error} for content that pages do not show (HTML, images, tables, other headings), for a heading without an
 * id, and for an id that occurs twice.
 */
export function parseArticle(markdown: string, name: string): Article {
  // Without GitHub's extensions, an address in a sentence stays text, and so does `~`.
  const tokens = new Lexer({ gfm: false }).lex(markdown);
  const sections: OpenSection[] = [];
  const ids = new Set<string>();
  let lead: string | undefined;

  for (const token of tokens) {
    const latest = sections.at(-1);
    if (token.type === 'space' || token.type === 'def') continue;
    if (isHeading(token)) {
      const section = openSection(token);
      if (ids.has(section.id)) fail(token, 'two sections have this id');
      ids.add(section.id);
      if (token.depth === 2) sections.push(section);
      else if (token.depth === 3 && latest) latest.sections.push(section);
      else fail(token, 'a heading must be of level 2, or of level 3 after one of level 2');
    } else if (latest) {
      (latest.sections.at(-1) ?? latest).blocks.push(blockOf(token));
    } else if (token.type === 'paragraph' && lead === undefined) {
      lead = plainText(token, contentOf(token));
    } else {
      fail(token, 'only one paragraph may precede the first heading');
    }
  }
  if (lead === undefined) throw new Error(`${name}: there is no paragraph before the first heading`);
  return { lead, sections };

  function openSection(token: Tokens.Heading): OpenSection {
    const [, , id] =
      /^(.*\S)\s+\{#([a-z][\w-]*)\}$/.exec(token.text) ?? fail(token, 'a heading must end with its id: {#id}');
    const title = plainText(token, contentOf(token)).replace(/\s+\{#[\w-]+\}$/, '');
    return { id: id ?? '', title, blocks: [], sections: [] };
  }

  function blockOf(token: Token): ArticleBlock {
    if (token.type === 'paragraph') return { kind: 'paragraph', content: contentOf(token) };
    if (isList(token) && !token.ordered)
      return {
        kind: 'list',
        items: token.items.map((item) => {
          const [only, ...more] = item.tokens;
          return only && more.length === 0 ? contentOf(only) : fail(token, 'a list item must be one paragraph');
        }),
      };
    return fail(token, `pages do not support this (${token.type})`);
  }

  function contentOf(token: Token): ArticleContent {
    const spans: ArticleSpan[] = [];
    for (const inline of ('tokens' in token ? token.tokens : undefined) ?? []) {
      const span = spanOf(inline);
      const before = spans.at(-1);
      if (typeof span === 'string' && typeof before === 'string') spans[spans.length - 1] = before + span;
      else spans.push(span);
    }
    return spans;
  }

  function spanOf(token: Token): ArticleSpan {
    if (isText(token)) {
      if (/&#?\w+;/.test(token.text)) fail(token, 'characters must be written directly, not as entities');
      if (token.text.includes('{{')) fail(token, 'an article must not contain placeholders');
      return token.text.replaceAll('\n', ' ');
    }
    if (token.type === 'codespan') return { kind: 'code', text: (token as Tokens.Codespan).text };
    if (token.type === 'strong' || token.type === 'em')
      return { kind: token.type, text: plainText(token, contentOf(token)) };
    if (isLink(token)) {
      if (!/^(\/|https:\/\/)/.test(token.href)) fail(token, 'a link must lead to a path or to an https URL');
      return { kind: 'link', to: token.href, text: plainText(token, contentOf(token)) };
    }
    return fail(token, `pages do not support this (${token.type})`);
  }

  function plainText(token: Token, content: ArticleContent): string {
    return content
      .map((span) => (typeof span === 'string' ? span : fail(token, 'only plain text is allowed here')))
      .join('');
  }

  function fail(token: Token, reason: string): never {
    throw new Error(`${name}: ${reason}: ${token.raw.trim()}`);
  }
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isLink = (token: Token): token is Tokens.Link => token.type === 'link';
const isText = (token: Token): token is Tokens.Text | Tokens.Escape => token.type === 'text' || token.type === 'escape';
