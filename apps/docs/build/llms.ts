import type { DocPage } from './doc-pages.ts';

/** Returns the address of a page as Markdown. It is served as plain text. */
export function markdownAddress({ address, path }: DocPage): string {
  return `${path === '' ? `${address}/index` : address}.md.txt`;
}

/**
 * Writes the list of all pages for language models.
 * @see https://llmstxt.org
 */
export function llmsList(pages: readonly DocPage[]): string {
  const [readme] = pages;
  const titles = [...new Set(pages.map(({ section }) => section))];
  const sections = titles.map((title) => {
    const rows = pages
      .filter(({ section }) => section === title)
      .map((page) => `- [${page.title}](${markdownAddress(page)}): ${firstSentence(page.summary)}`);
    return `## ${title}\n\n${rows.join('\n')}`;
  });
  return [`# ${readme?.title}`, `> ${readme?.summary.replaceAll('\n', ' ')}`, ...sections].join('\n\n') + '\n';
}

/** Returns the first sentence of a text in one line. */
export function firstSentence(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/(?<=[a-z`)]\.) .*/, '');
}
