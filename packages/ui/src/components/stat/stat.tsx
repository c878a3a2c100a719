import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';

export type StatDirection = 'up' | 'down' | 'flat';

export interface StatChange {
  direction: StatDirection;
  /** Direction as text for screen readers, in place of the arrow: "up". */
  directionLabel: string;
  /** Amount and period of the change: "12 % since October". */
  text: ReactNode;
  /** Meaning of the change. A rise is not always good, for example of refunds. */
  tone?: 'neutral' | 'success' | 'danger';
}

export interface StatMeter {
  /** Value in the unit of `max`. */
  value: number;
  max: number;
  /** Accessible name of the bar: "Used of this month’s backgrounds". */
  label: string;
  /** Amount in words: "143 of 200". */
  valueText?: string;
}

export interface StatProps extends Omit<ComponentProps<'dl'>, 'children'> {
  /** Name of the figure. */
  label: ReactNode;
  /** Figure, formatted for the reader. */
  value: ReactNode;
  /** Unit in smaller text next to the figure: "MB", "ms", "photos". */
  unit?: ReactNode;
  /** Comparison with the previous period. */
  change?: StatChange;
  /** Shows the figure as a part of a whole. */
  meter?: StatMeter;
  /** Shows a skeleton while the figure is being fetched. */
  loading?: boolean;
}

const tones = { neutral: 'text-soft', success: 'text-success', danger: 'text-danger' };

/** Figure with its label. Several can be placed side by side, separated by lines or space. */
export function Stat({ label, value, unit, change, meter, loading = false, className, ...props }: StatProps) {
  return (
    <dl
      data-slot="stat"
      data-state={loading ? 'loading' : 'ready'}
      aria-busy={loading || undefined}
      className={cn('min-w-0', className)}
      {...props}
    >
      <dt className="text-13 text-soft">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-1.5 text-28 font-semibold text-ink tabular-nums">
        {loading ? (
          // The skeleton is in a box as high as one line, so that the layout does not shift when the figure is loaded.
          <span className="flex h-[1lh] items-center">
            <Skeleton className="h-[0.8em] w-24" />
          </span>
        ) : (
          <>
            {value}
            {unit && <span className="text-14 font-normal text-soft">{unit}</span>}
          </>
        )}
      </dd>
      {meter && (
        <dd className="mt-2">
          <Meter {...meter} loading={loading} />
        </dd>
      )}
      {change && (
        <dd
          data-state={change.direction}
          className={cn('mt-1 flex items-center gap-1 text-13 tabular-nums', tones[change.tone ?? 'neutral'])}
        >
          {loading ? (
            <span className="flex h-[1lh] items-center">
              <Skeleton className="h-3 w-32" />
            </span>
          ) : (
            <>
              <Arrow direction={change.direction} />
              <span className="sr-only">{change.directionLabel}</span>
              <span className="min-w-0">{change.text}</span>
            </>
          )}
        </dd>
      )}
    </dl>
  );
}

/** Drawn with SVG attributes, because the content security policy forbids style attributes in a prerendered page. */
function Meter({ value, max, label, valueText, loading }: StatMeter & { loading: boolean }) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <svg
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={valueText}
      className="h-1 w-full overflow-hidden rounded-full bg-pressed rtl:-scale-x-100 forced-colors:border forced-colors:border-[CanvasText]"
    >
      {!loading && (
        <rect width={`${part * 100}%`} height="100%" rx="2" className="fill-ink forced-colors:fill-[CanvasText]" />
      )}
    </svg>
  );
}

function Arrow({ direction }: { direction: StatDirection }) {
  switch (direction) {
    case 'up':
      return <ArrowUp aria-hidden className="size-3.5" />;
    case 'down':
      return <ArrowDown aria-hidden className="size-3.5" />;
    case 'flat':
      return <Minus aria-hidden className="size-3.5" />;
    default:
      return direction satisfies never;
  }
}
