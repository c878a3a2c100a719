import { Breadcrumb, Breadcrumbs } from '@isola/ui/breadcrumbs';
import { cn } from '@isola/ui/cn';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';
import { type PageId, parentOf } from './pages.ts';
import { usePageTitle } from './use-page-title.ts';

export interface PageFrameProps {
  page: PageId;
  /** Other than the page's title. */
  heading?: ReactNode;
  /** Description of the page in one or two sentences. */
  lead?: ReactNode;
  /** `reading`: the content is one column of at most 72 characters. `wide`: it has the grid's full width. */
  width?: 'reading' | 'wide';
  children: ReactNode;
}

/**
 * A page to be read or filled in: where it lies, what it is called, what it is, and its content. Whatever its width, its column
 * begins where that of every other page and of the footer does.
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

/** The pages that a page lies beneath, from the home page down. */
function above(id: PageId): PageId[] {
  const parent = parentOf(id);
  return parent ? [...above(parent), parent] : [];
}
