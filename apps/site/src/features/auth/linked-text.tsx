import { Link as UiLink } from '@isola/ui/link';
import { Fragment } from 'react';

import { PageLink } from '#shell/page-link.tsx';
import type { PageId } from '#shell/pages.ts';

export interface LinkedTextProps {
  /** Translated sentence with links of the form `<pageId>link text</pageId>`. */
  text: string;
  /** All linked pages, each once. */
  pages: readonly PageId[];
}

/** Sentence with links to pages. i18next's own component for this would add 5 kB to every page of the site. */
export function LinkedText({ text, pages }: LinkedTextProps) {
  // The two groups of the pattern become entries of the result: text, page id, link text, text, page id, …
  const [first, ...rest] = text.split(/<([a-zA-Z]+)>([^<]*)<\/\1>/);
  const links = pages.map((page) => {
    const at = rest.indexOf(page);
    return { page, at, words: rest[at + 1], textAfter: rest[at + 2] };
  });
  return (
    <>
      {first}
      {links
        .toSorted((left, right) => left.at - right.at)
        .map(({ page, words, textAfter }) => (
          <Fragment key={page}>
            <UiLink asChild>
              <PageLink page={page}>{words}</PageLink>
            </UiLink>
            {textAfter}
          </Fragment>
        ))}
    </>
  );
}
