import type { ArticleSection } from '@isola/i18n';

import { ArticleBlocks } from '#shell/article-blocks.tsx';

import { Section } from './section.tsx';

/** Numbered steps of a guide. */
export function Steps({ section }: { section: ArticleSection }) {
  return (
    <Section heading={section.title}>
      <ol className="grid gap-x-8 gap-y-7 sm:grid-cols-2">
        {section.sections.map(({ id, title, blocks }, index) => (
          <li key={id} className="flex gap-4">
            <span
              aria-hidden
              className="grid size-7 flex-none place-items-center rounded-full border border-accent-line text-13 font-medium text-accent-ink tabular-nums"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-16 font-semibold">{title}</h3>
              <div className="mt-1 space-y-2 text-14 text-soft">
                <ArticleBlocks blocks={blocks} />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
