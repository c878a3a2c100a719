import { Check, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { CutLine } from '../cut-line/cut-line.tsx';

export interface PriceFeature {
  /** One feature, in a few words. Unique within the list. */
  text: string;
  included: boolean;
}

export interface PriceCardProps extends ComponentProps<'div'> {
  /** The plan's name. */
  name: string;
  /** Formatted for the reader: "€9", "0 €", "¥66". */
  price: ReactNode;
  /** What the price is for: "a month". */
  period?: ReactNode;
  /** Who the plan is for, in one line. */
  description?: ReactNode;
  /** What the plan has, and what it has not. */
  features: readonly PriceFeature[];
  /** Read by screen readers before a feature that is included, in place of the icon: "included". */
  includedLabel: string;
  /** Read before one that is not included: "not included". */
  excludedLabel: string;
  /** Whether the plan is highlighted: the cut line runs round it. At most one of a row. */
  featured?: boolean;
  /** Beside the name, such as a `Badge` that says why it is featured. */
  badge?: ReactNode;
  /** The link or button that chooses the plan; use a large one. */
  action?: ReactNode;
  /** The terms: taxes, how the plan is ended. */
  note?: ReactNode;
  /** The name's place in the page's outline. */
  headingLevel?: 2 | 3 | 4;
}

/** A plan with its price. Cards in a row of a grid are equally tall, and their actions are level. */
export function PriceCard({
  name,
  price,
  period,
  description,
  features,
  includedLabel,
  excludedLabel,
  featured = false,
  badge,
  action,
  note,
  headingLevel = 3,
  className,
  ...props
}: PriceCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      data-slot="price-card"
      data-state={featured ? 'featured' : 'plain'}
      className={cn(
        // Two rows of the caller's grid: the action is level with its neighbours', whatever stands above it.
        'relative row-span-2 grid grid-rows-subgrid content-start gap-y-5 rounded-lg border bg-sheet p-6 text-14',
        featured ? 'border-transparent' : 'border-line',
        className,
      )}
      {...props}
    >
      {featured && <CutLine radiusPx={15} />}
      <div>
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
          <Heading className="text-16 font-semibold text-ink">{name}</Heading>
          {badge}
        </div>
        <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
          <span className="text-36 font-semibold text-ink tabular-nums">{price}</span>
          {period && <span className="text-soft">{period}</span>}
        </p>
        {description && <p className="mt-2 text-soft">{description}</p>}
      </div>
      {/* `min-w-0`: an action that may wrap does so, instead of widening what is beneath it. */}
      <div className="flex min-w-0 flex-col gap-6">
        {action && <div className="flex min-w-0 flex-col">{action}</div>}
        <div className="flex flex-1 flex-col">
          <ul className="divide-y divide-line border-t border-line">
            {features.map(({ text, included }) => (
              <li
                key={text}
                data-state={included ? 'included' : 'excluded'}
                className={cn('flex gap-2.5 py-2.5', included ? 'text-ink' : 'text-faint')}
              >
                {included ? (
                  <Check aria-hidden className="mt-[0.2em] size-4 text-soft" />
                ) : (
                  <Minus aria-hidden className="mt-[0.2em] size-4" />
                )}
                <span className="min-w-0">
                  <span className="sr-only">{included ? includedLabel : excludedLabel} </span>
                  {text}
                </span>
              </li>
            ))}
          </ul>
          {note && <div className="mt-auto border-t border-line pt-3 text-12 text-pretty text-faint">{note}</div>}
        </div>
      </div>
    </div>
  );
}
