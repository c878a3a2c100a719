import { cn } from '@isola/ui/cn';
import { Skeleton } from '@isola/ui/skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Skeleton of a tool: a heading and the drop zone below it. */
export function ToolPending() {
  return (
    <Pending className="max-w-160 justify-center gap-6">
      <Skeleton className="mx-auto h-9 w-56" />
      <Skeleton className="h-52 w-full" />
    </Pending>
  );
}

/** Skeleton of a text: a heading and lines of different lengths. */
export function ArticlePending() {
  return (
    <PagePending className="max-w-180">
      <Skeleton className="mb-4 h-10 w-72" />
      {['w-full', 'w-11/12', 'w-24/25', 'w-4/5', 'w-9/10', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </PagePending>
  );
}

/** Skeleton of a form: a heading, two fields and a button. */
export function FormPending() {
  return (
    <PagePending className="max-w-120">
      <Skeleton className="mb-4 h-10 w-60" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-9 w-32" />
    </PagePending>
  );
}

/** Skeleton of a table: a heading and rows. */
export function TablePending() {
  return (
    <PagePending>
      <Skeleton className="mb-4 h-10 w-60" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </PagePending>
  );
}

/** Frame of a skeleton, aligned with `PageFrame`. */
function PagePending({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Pending className="max-w-310 py-14 sm:px-10">
      <div className={cn('flex flex-col gap-4', className)}>{children}</div>
    </Pending>
  );
}

function Pending({ className, children }: { className: string; children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-label={t('loading')} className={`mx-auto flex w-full flex-1 flex-col px-4 ${className}`}>
      {children}
    </div>
  );
}
