import type { DocPage } from './doc-pages.ts';

/** Part of a page as the search finds it. `src/search.ts` reads the list. */
export interface SearchText {
  readonly id: number;
  /** Address with the anchor of the heading. */
  readonly address: string;
  /** Title of the page. */
  readonly page: string;
  /** Heading of the part. Empty for the text before the first heading. */
  readonly heading: string;
  readonly text: string;
}

/** Lists the parts of all pages, one for each heading. The browser indexes them when the search opens. */
export function searchTexts(pages: readonly DocPage[]): readonly SearchText[] {
  return pages
    .flatMap(({ address, title, sections }) =>
      sections.map(({ heading, text }) => ({
        address: heading ? `${address}#${heading.id}` : address,
        page: title,
        heading: heading?.text ?? '',
        text,
      })),
    )
    .map((each, id) => ({ id, ...each }));
}
