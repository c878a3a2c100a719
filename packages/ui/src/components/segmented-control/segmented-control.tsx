import { RadioGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** Shown before the label, or alone with `iconsOnly`. */
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SegmentedControlProps<Value extends string> extends Omit<
  ComponentProps<typeof RadioGroup.Root>,
  'value' | 'defaultValue' | 'onValueChange' | 'children'
> {
  /** Names the group. */
  label: string;
  /** Two to five choices; more belong in a menu. */
  segments: readonly Segment<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  /** Leaves the labels to screen readers. */
  iconsOnly?: boolean;
  size?: 'sm' | 'md';
}

/** One choice out of few, all in sight. A radio group: arrow keys move, and moving chooses. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  onValueChange,
  iconsOnly = false,
  size = 'md',
  className,
  ...props
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup.Root
      data-slot="segmented-control"
      aria-label={label}
      orientation="horizontal"
      onValueChange={(value) => {
        const chosen = segments.find((segment) => segment.value === value);
        if (chosen) onValueChange?.(chosen.value);
      }}
      className={cn('inline-flex gap-0.5 rounded-md border border-line bg-sunk p-0.5', className)}
      {...props}
    >
      {segments.map((segment) => (
        <RadioGroup.Item
          key={segment.value}
          value={segment.value}
          disabled={segment.disabled}
          aria-label={iconsOnly ? segment.label : undefined}
          className={cn(
            'inline-flex flex-1 items-center justify-center gap-1.5 rounded-[8px] border border-transparent font-medium whitespace-nowrap',
            'text-soft transition-colors duration-fast hover:text-ink disabled:cursor-not-allowed disabled:text-faint',
            'data-[state=checked]:border-line data-[state=checked]:bg-sheet data-[state=checked]:text-ink',
            'forced-colors:data-[state=checked]:border-[Highlight] [&_svg]:size-4',
            size === 'sm' ? 'h-7 text-13' : 'h-8 text-14',
            iconsOnly ? (size === 'sm' ? 'w-7' : 'w-8') : 'px-3',
          )}
        >
          {segment.icon}
          {iconsOnly ? null : segment.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
