import { articleOf, type ArticleSection } from '@isola/i18n';
import { Link as UiLink } from '@isola/ui/link';
import { Prose } from '@isola/ui/prose';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ArticleBlocks } from '#shell/article-blocks.tsx';
import { PageFrame } from '#shell/page-frame.tsx';

export interface LegalPageProps {
  /** Id of the page and of the article that it shows. */
  page: 'privacy' | 'terms';
  /** Tables by the id of the section that they follow. They may be wider than the text. */
  tables?: Readonly<Record<string, ReactNode>>;
}

/** Legal text with a table of contents, which is next to the text on wide screens and above it on others. */
export function LegalPage({ page, tables }: LegalPageProps) {
  const { t, i18n } = useTranslation(page);
  const { lead, sections } = articleOf(i18n, page);
  return (
    <PageFrame page={page} lead={lead} width="wide">
      <div className="grid gap-x-12 gap-y-10 border-t border-line pt-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-labelledby="contents" className="lg:sticky lg:top-8 lg:self-start">
          <h2 id="contents" className="text-13 font-medium text-faint">
            {t(`${page}:contents`)}
          </h2>
          <ol className="mt-2 text-14 sm:columns-2 sm:gap-x-8 lg:columns-1">
            {sections.map(({ id, title }) => (
              <li key={id} className="break-inside-avoid">
                <UiLink href={`#${id}`} variant="quiet" className="inline-block py-1">
                  {title}
                </UiLink>
              </li>
            ))}
          </ol>
        </nav>
        <div className="flex min-w-0 flex-col gap-12">
          {sections.map((section) => (
            <Section key={section.id} section={section} table={tables?.[section.id]} />
          ))}
        </div>
      </div>
    </PageFrame>
  );
}

function Section({ section, table }: { section: ArticleSection; table: ReactNode }) {
  const { id, title, blocks } = section;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-8">
      <Prose>
        <h2 id={`${id}-title`}>{title}</h2>
        <ArticleBlocks blocks={blocks} />
      </Prose>
      {table && <div className="mt-6">{table}</div>}
    </section>
  );
}
