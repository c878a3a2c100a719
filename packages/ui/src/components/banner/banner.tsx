import { cva } from 'class-variance-authority';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { IconButton } from '../icon-button/icon-button.tsx';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const bannerVariants = cva('flex gap-3 rounded-md border px-4 py-3 text-14', {
  variants: {
    tone: {
      info: 'border-info-line bg-info-wash [&>svg]:text-info',
      success: 'border-success-line bg-success-wash [&>svg]:text-success',
      warning: 'border-warning-line bg-warning-wash [&>svg]:text-warning',
      danger: 'border-danger-line bg-danger-wash [&>svg]:text-danger',
    },
  },
});

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleX };

type Dismissal =
  | {
      /** Called when the banner is dismissed. */ onDismiss: () => void;
      /** Accessible name of the dismiss button. */ dismissLabel: string;
    }
  | { onDismiss?: undefined; dismissLabel?: undefined };

export type BannerProps = Omit<ComponentProps<'div'>, 'title'> &
  Dismissal & {
    /** Kind of message. `danger` is announced at once by screen readers. */
    tone?: BannerTone;
    /** Title of the message: what happened, in one line. */
    title: ReactNode;
    /** Details, such as what was kept. */
    children?: ReactNode;
    /** Next step: one or two small buttons or links. */
    actions?: ReactNode;
  };

/** Message that stays in place. `danger` interrupts a screen reader; the other tones wait for a pause. */
export function Banner({
  tone = 'info',
  title,
  actions,
  onDismiss,
  dismissLabel,
  className,
  children,
  ...props
}: BannerProps) {
  const Icon = icons[tone];
  return (
    <div
      data-slot="banner"
      data-state={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(bannerVariants({ tone }), className)}
      {...props}
    >
      <Icon aria-hidden className="mt-0.5 size-5 flex-none" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <p className="font-medium text-ink">{title}</p>
          {children && <div className="text-soft">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton size="sm" label={dismissLabel} onClick={onDismiss} className="-my-1 -me-2">
          <X />
        </IconButton>
      )}
    </div>
  );
}
