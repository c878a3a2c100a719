import { Link as UiLink } from '@isola/ui/link';
import { Fragment } from 'react';

import { PageLink } from '#shell/page-link.tsx';
import type { PageId } from '#shell/pages.ts';

export interface LinkedTextProps {
  /** A translated sentence in which `<page>words</page>` is a link. */
  text: string;
  /** Every page that it links to, once each. */
  pages: readonly PageId[];
}

/** A sentence with links in it. i18next's own component for that would add 5 kB to every page of the site. */
export function LinkedText({ text, pages }: LinkedTextProps) {
  // Split at two groups: text, a page's name, its words, and so on.
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
