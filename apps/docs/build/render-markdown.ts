import GithubSlugger from 'github-slugger';
import highlighter from 'highlight.js';
import { Marked, type Token, type Tokens } from 'marked';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Text below one heading, for the search. */
export interface TextSection {
  /** Heading, or null for the text before the first one. */
  readonly heading: Heading | null;
  readonly text: string;
}

export interface RenderedMarkdown {
  /** Text of the first heading of level 1. */
  readonly title: string;
  /** Text of the first paragraph. */
  readonly summary: string;
  /** The page without its title. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly TextSection[];
  /** The Markdown with the links that the site uses. */
  readonly markdown: string;
}

/**
 * Renders a Markdown file. Headings get the ids that they have on GitHub, so that links to them work in both places. HTML
 * in the file is shown as text.
 * @param resolveLink returns the address on the site of a link's or an image's target, or undefined when it has none.
 */
export function renderMarkdown(text: string, resolveLink: (target: string) => string | undefined): RenderedMarkdown {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const links = new Map<string, string>();
  const resolve = ({ raw, href }: Tokens.Link | Tokens.Image) => {
    const address = resolveLink(href);
    if (address !== undefined)
      links.set(
        raw,
        raw.replace(`](${href}`, () => `](${address}`),
      );
    return address && escape(address);
  };
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escape(text),
      heading({ tokens, depth }) {
        const heading = { level: depth, id: slugger.slug(textOf(tokens)), text: textOf(tokens) };
        headings.push(heading);
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${escape(heading.id)}"><a href="#${escape(heading.id)}">${content}</a></h${depth}>\n`;
      },
      link(token) {
        const [address, content] = [resolve(token), this.parser.parseInline(token.tokens)];
        return address === undefined ? content : `<a href="${address}">${content}</a>`;
      },
      image: (token) => `<img src="${resolve(token) ?? ''}" alt="${escape(token.text)}" loading="lazy" />`,
      code: ({ text, lang = '' }) => codeBlock(text, lang),
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], name: 'td' | 'th') => {
          // A table without the heading of a column has an empty cell there, which must not be announced as a heading.
          const inRow = cells.map((cell) => {
            const element = cell.text === '' ? 'td' : name;
            return `<${element}>${this.parser.parseInline(cell.tokens)}</${element}>`;
          });
          return `<tr>${inRow.join('')}</tr>`;
        };
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table-frame"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const all = marked.lexer(text);
  const titles = all.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 1);
  const [first] = titles;
  if (!first) throw new Error('there is no heading of level 1');
  // A reference of several entries has one title for each. They become sections of one page.
  if (titles.length > 1) for (const token of all) if (token.type === 'heading') token['depth'] += 1;
  const tokens = titles.length > 1 ? all : all.filter((token) => token !== first);
  const html = marked.parser(tokens);
  const paragraph = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    title: textOf(first.tokens),
    summary: paragraph ? textOf(paragraph.tokens) : '',
    html,
    headings,
    sections: sectionsOf(tokens, headings),
    markdown: withLinks(text, links),
  };
}

/** Renders code with the classes of its syntax. The content security policy forbids inline styles. */
export function codeBlock(code: string, language: string): string {
  const known = highlighter.getLanguage(language) !== undefined;
  const content = known ? highlighter.highlight(code, { language }).value : escape(code);
  return `<div class="code-frame"><pre><code>${content}</code></pre></div>\n`;
}

function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): TextSection[] {
  const remaining = [...headings];
  const sections: { heading: Heading | null; text: string }[] = [{ heading: null, text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading') sections.push({ heading: remaining.shift() ?? null, text: '' });
    else {
      const section = sections.at(-1);
      if (section) section.text += `${textOf([token])} `;
    }
  }
  return sections
    .map(({ heading, text }) => ({ heading, text: text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ heading, text }) => heading !== null || text !== '');
}

/** Returns the visible text of tokens, with spaces between blocks. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((cells) => cells.map((cell) => textOf(cell.tokens)).join(' · ')).join('\n');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join('\n');
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      if (token.type === 'br' || token.type === 'space') return '\n';
      return 'text' in token && typeof token.text === 'string' ? token.text : '';
    })
    .join('');
}

function withLinks(text: string, links: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [raw, replaced] of links) result = result.replaceAll(raw, () => replaced);
  return result;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
