import { Link as UiLink } from '@isola/ui/link';
import { Prose } from '@isola/ui/prose';
import type { ReactNode } from 'react';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import type { PageId } from '#shell/pages.ts';

/** A section of a legal text. `Key` names its words in the page's bundle. */
export interface LegalSection<Key extends string> {
  /** Its anchor. */
  readonly id: string;
  readonly title: Key;
  readonly paragraphs?: readonly Key[];
  readonly list?: readonly Key[];
  /** After the list. */
  readonly notes?: readonly Key[];
  readonly link?: { readonly page: PageId; readonly words: Key };
  /** Wider than running text, after all of it. */
  readonly table?: ReactNode;
}

export interface LegalPageProps<Key extends string> {
  page: PageId;
  lead: string;
  /** Names the table of contents. */
  contentsLabel: string;
  sections: readonly LegalSection<Key>[];
  words: (key: Key) => string;
}

/** A legal text with its table of contents: beside it where there is room, else before it. */
export function LegalPage<Key extends string>({ page, lead, contentsLabel, sections, words }: LegalPageProps<Key>) {
  return (
    <PageFrame page={page} lead={lead} width="wide">
      <div className="grid gap-x-12 gap-y-10 border-t border-line pt-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-labelledby="contents" className="lg:sticky lg:top-8 lg:self-start">
          <h2 id="contents" className="text-13 font-medium text-faint">
            {contentsLabel}
          </h2>
          <ol className="mt-2 text-14 sm:columns-2 sm:gap-x-8 lg:columns-1">
            {sections.map(({ id, title }) => (
              <li key={id} className="break-inside-avoid">
                <UiLink href={`#${id}`} variant="quiet" className="inline-block py-1">
                  {words(title)}
                </UiLink>
              </li>
            ))}
          </ol>
        </nav>
        <div className="flex min-w-0 flex-col gap-12">
          {sections.map((section) => (
            <Section key={section.id} section={section} words={words} />
          ))}
        </div>
      </div>
    </PageFrame>
  );
}

interface SectionProps<Key extends string> {
  section: LegalSection<Key>;
  words: (key: Key) => string;
}

function Section<Key extends string>({ section, words }: SectionProps<Key>) {
  const { id, title, paragraphs = [], list = [], notes = [], link, table } = section;
  const paragraph = (key: Key) => <p key={key}>{words(key)}</p>;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-8">
      <Prose>
        <h2 id={`${id}-title`}>{words(title)}</h2>
        {paragraphs.map(paragraph)}
        {list.length > 0 && (
          <ul>
            {list.map((key) => (
              <li key={key}>{words(key)}</li>
            ))}
          </ul>
        )}
        {notes.map(paragraph)}
        {link && (
          <p>
            <UiLink asChild>
              <PageLink page={link.page}>{words(link.words)}</PageLink>
            </UiLink>
          </p>
        )}
      </Prose>
      {table && <div className="mt-6">{table}</div>}
    </section>
  );
}
