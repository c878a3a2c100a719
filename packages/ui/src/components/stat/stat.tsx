import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';

export type StatDirection = 'up' | 'down' | 'flat';

export interface StatChange {
  direction: StatDirection;
  /** The direction as text for screen readers, in place of the arrow: "up". */
  directionLabel: string;
  /** By how much, and since when: "12 % since October". */
  text: ReactNode;
  /** Whether the change is good. A rise is not always good: more refunds are a bad sign. */
  tone?: 'neutral' | 'success' | 'danger';
}

export interface StatMeter {
  /** In the unit of `max`. */
  value: number;
  max: number;
  /** Names the bar: "Used of this month’s backgrounds". */
  label: string;
  /** The amount in words: "143 of 200". */
  valueText?: string;
}

export interface StatProps extends Omit<ComponentProps<'dl'>, 'children'> {
  /** What is counted. */
  label: ReactNode;
  /** The figure, formatted for the reader. */
  value: ReactNode;
  /** Shown smaller beside the figure: "MB", "ms", "photos". */
  unit?: ReactNode;
  /** How it compares with the period before. */
  change?: StatChange;
  /** Shows the figure as a part of a whole. */
  meter?: StatMeter;
  /** The figure is being fetched: a skeleton is shown in its place. */
  loading?: boolean;
}

const tones = { neutral: 'text-soft', success: 'text-success', danger: 'text-danger' };

/** One figure with its label. Several stand side by side, separated by lines or space. */
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
          // The skeleton is in a box of one line's height, so that the layout does not shift when the figure comes.
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

/** Drawn with SVG attributes: the content security policy forbids style attributes in a prerendered page. */
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
