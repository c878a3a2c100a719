import type { ArticleBlock, ArticleSection } from '@isola/i18n';
import { type ReactNode, Suspense, useId } from 'react';

import { ArticleBlocks } from '#shell/article-blocks.tsx';

export interface SectionProps {
  heading: string;
  /** Text before the children. */
  intro?: readonly ArticleBlock[];
  children?: ReactNode;
}

/** Section of a page, with its heading on one side and its content on the other. */
export function Section({ heading, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mt-14 grid gap-x-8 gap-y-5 border-t border-line pt-8 lg:mt-16 lg:grid-cols-12"
    >
      <div className="lg:col-span-4">
        <h2 id={id} className="text-22 font-semibold">
          {heading}
        </h2>
      </div>
      <div className="flex min-w-0 flex-col gap-8 lg:col-span-8">
        {intro && intro.length > 0 && (
          <div className="max-w-160 space-y-2 text-16 text-soft">
            <ArticleBlocks blocks={intro} />
          </div>
        )}
        {/* React hydrates each boundary in one task. A whole page with tables and images would make that task long. */}
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}

/** A section within a section. */
export function Subsection({ section }: { section: ArticleSection }) {
  return (
    <div>
      <h3 className="text-16 font-semibold">{section.title}</h3>
      <div className="mt-1 max-w-160 space-y-2 text-16 text-soft">
        <ArticleBlocks blocks={section.blocks} />
      </div>
    </div>
  );
}
