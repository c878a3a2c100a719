import { Check, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { CutLine } from '../cut-line/cut-line.tsx';

export interface PriceFeature {
  /** Feature in a few words. Unique within the list. */
  text: string;
  included: boolean;
}

export interface PriceCardProps extends ComponentProps<'div'> {
  /** Name of the plan. */
  name: string;
  /** Price, formatted for the reader: "€9", "0 €", "¥66". */
  price: ReactNode;
  /** Billing period: "a month". */
  period?: ReactNode;
  /** Intended users of the plan, in one line. */
  description?: ReactNode;
  /** Included and missing features of the plan. */
  features: readonly PriceFeature[];
  /** Text for screen readers before an included feature, in place of the icon: "included". */
  includedLabel: string;
  /** Text for screen readers before a missing feature: "not included". */
  excludedLabel: string;
  /** Highlights the plan with the cut line. Use it for at most one card of a row. */
  featured?: boolean;
  /** Content next to the name, such as a `Badge` that explains the highlight. */
  badge?: ReactNode;
  /** Link or button that chooses the plan; use a large one. */
  action?: ReactNode;
  /** Terms: taxes, cancellation. */
  note?: ReactNode;
  /** Heading level of the name. */
  headingLevel?: 2 | 3 | 4;
}

/** Plan with its price. Cards in a grid row have equal heights, and their actions are aligned. */
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
        // Spans two rows of the caller's grid, so that the action is aligned with its neighbours', whatever the height
        // of the content above.
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
      {/* With `min-w-0` a long action wraps instead of widening the content below it. */}
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
