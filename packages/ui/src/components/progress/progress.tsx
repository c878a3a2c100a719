import { Progress as RadixProgress } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { Bar } from './bar.tsx';

export interface ProgressProps extends Omit<ComponentProps<typeof RadixProgress.Root>, 'value' | 'max'> {
  /** Accessible name: the work in progress. */
  label: string;
  /** Completed fraction, 0–1; `null` while it is unknown. */
  fraction: number | null;
  /** Amount in words for screen readers: "23.4 of 44.3 MB". */
  valueText?: string;
}

/** Progress bar. While the amount is unknown, the animated cut line replaces the bar. */
export function Progress({ label, fraction, valueText, className, ...props }: ProgressProps) {
  const part = fraction === null ? null : Math.min(1, Math.max(0, fraction));
  return (
    <RadixProgress.Root
      data-slot="progress"
      aria-label={label}
      value={part === null ? null : part * 100}
      {...(valueText && { getValueLabel: () => valueText })}
      className={cn('relative h-1 w-full overflow-hidden rounded-full bg-pressed', className)}
      {...props}
    >
      {part === null ? (
        <RadixProgress.Indicator className="absolute inset-0 animate-march-track bg-cut-dashes" />
      ) : (
        <RadixProgress.Indicator asChild>
          <Bar part={part} className="fill-cut" />
        </RadixProgress.Indicator>
      )}
    </RadixProgress.Root>
  );
}
