import { Breadcrumb, Breadcrumbs } from '@isola/ui/breadcrumbs';
import { cn } from '@isola/ui/cn';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';
import { type PageId, parentOf } from './pages.ts';
import { usePageTitle } from './use-page-title.ts';

export interface PageFrameProps {
  page: PageId;
  /** Heading instead of the page's title. */
  heading?: ReactNode;
  /** Description of the page in one or two sentences. */
  lead?: ReactNode;
  /** `reading`: the content is one column of at most 72 characters. `wide`: it has the grid's full width. */
  width?: 'reading' | 'wide';
  children: ReactNode;
}

/**
 * Frame of a page with text or a form: breadcrumbs, heading, lead and content. With every width, the content's left
 * edge is aligned with the other pages and the footer.
 */
export function PageFrame({ page, heading, lead, width = 'reading', children }: PageFrameProps) {
  const { t } = useTranslation(['common', 'pages']);
  usePageTitle(page);
  return (
    <div className="mx-auto w-full max-w-310 flex-1 px-4 pt-6 pb-20 sm:px-10 sm:pt-8">
      <Breadcrumbs label={t('common:breadcrumbs')}>
        {above(page).map((id) => (
          <Breadcrumb key={id} asChild>
            <PageLink page={id}>{t(`pages:${id}.nav`)}</PageLink>
          </Breadcrumb>
        ))}
        <Breadcrumb current>{t(`pages:${page}.nav`)}</Breadcrumb>
      </Breadcrumbs>
      <h1 className="mt-8 text-28 font-semibold sm:mt-10 sm:text-36">{heading ?? t(`pages:${page}.title`)}</h1>
      {lead && <p className="mt-4 max-w-160 text-16 text-soft">{lead}</p>}
      <div className={cn('mt-10', width === 'reading' && 'max-w-180')}>{children}</div>
    </div>
  );
}

/** Returns the parent pages of a page, starting with the home page. */
function above(id: PageId): PageId[] {
  const parent = parentOf(id);
  return parent ? [...above(parent), parent] : [];
}
