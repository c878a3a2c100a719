import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Situation: nothing here yet, not found, offline. */
  title: ReactNode;
  /** Explanation: what was kept, and the reason. */
  children?: ReactNode;
  /** Next step. */
  action?: ReactNode;
  /** Icon or small image above the title. */
  figure?: ReactNode;
  /** Heading level of the title. */
  headingLevel?: 1 | 2 | 3;
}

/** Placeholder for a view that is empty, failed, offline or not found: what happened, what was kept, the next step. */
export function EmptyState({
  title,
  action,
  figure,
  headingLevel = 2,
  className,
  children,
  ...props
}: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      data-slot="empty-state"
      className={cn('mx-auto flex max-w-104 flex-col items-center px-4 py-12 text-center', className)}
      {...props}
    >
      {figure && <div className="mb-4 text-faint [&_svg]:size-6">{figure}</div>}
      <Heading className="text-18 font-semibold text-ink">{title}</Heading>
      {children && <div className="mt-1.5 text-14 text-balance text-soft">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
