import type { ArticleSection } from '@isola/i18n';
import { cn } from '@isola/ui/cn';

import { ArticleBlocks } from '#shell/article-blocks.tsx';

/** Short texts in columns, each with a title. */
export function Points({ points }: { points: readonly ArticleSection[] }) {
  return (
    <dl className={cn('grid gap-x-8 gap-y-6', points.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
      {points.map(({ id, title, blocks }) => (
        <div key={id}>
          <dt className="text-14 font-semibold">{title}</dt>
          <dd className="mt-1 space-y-2 text-14 text-soft">
            <ArticleBlocks blocks={blocks} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
