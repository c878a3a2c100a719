import { RadioGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { chosenOnFocus } from '../../chosen-on-focus.ts';
import { UnstyledDiv, UnstyledInput } from '../tabs/unstyled.tsx';

export interface Segment<Value extends string> {
  /** Value of the segment. */
  value: Value;
  label: string;
  /** Icon before the label, or alone with `iconsOnly`. */
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SegmentedControlProps<Value extends string> extends Omit<
  ComponentProps<typeof RadioGroup.Root>,
  'value' | 'defaultValue' | 'onValueChange' | 'children' | 'asChild' | 'style'
> {
  /** Accessible name of the group. */
  label: string;
  /** Two to five options. For more, use a menu. */
  segments: readonly Segment<Value>[];
  /** Controlled value. Update it in `onValueChange`. */
  value?: Value;
  /** Initial value of an uncontrolled control. */
  defaultValue?: Value;
  /** Called with the new value. */
  onValueChange?: (value: Value) => void;
  /** Name under which a form submits the choice. Without a name it is not submitted. */
  name?: string;
  /** Hides the labels, which remain available to screen readers. */
  iconsOnly?: boolean;
  /** Height. `md` in forms, `sm` in panels. */
  size?: 'sm' | 'md';
}

/**
 * Selects one of a few options that are all visible. They wrap into two rows if one is too narrow. It is a radio group:
 * arrow keys move the focus and select.
 */
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
      asChild
      data-slot="segmented-control"
      aria-label={label}
      orientation="horizontal"
      onValueChange={(value) => {
        const chosen = segments.find((segment) => segment.value === value);
        if (chosen) onValueChange?.(chosen.value);
      }}
      className={cn(
        'relative inline-flex max-w-full flex-wrap gap-0.5 rounded-md border border-line bg-sunk p-0.5 outline-none',
        className,
      )}
      {...props}
    >
      <UnstyledDiv {...chosenOnFocus}>
        {segments.map((segment) => (
          // Composed from its parts: the complete Radix component renders an input with inline styles, which the first
          // HTML must not contain.
          <RadioGroup.unstable_ItemProvider key={segment.value} value={segment.value} disabled={segment.disabled}>
            <RadioGroup.unstable_ItemTrigger
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
            </RadioGroup.unstable_ItemTrigger>
            {props.name !== undefined && (
              <RadioGroup.unstable_ItemBubbleInput asChild>
                <UnstyledInput />
              </RadioGroup.unstable_ItemBubbleInput>
            )}
          </RadioGroup.unstable_ItemProvider>
        ))}
      </UnstyledDiv>
    </RadioGroup.Root>
  );
}
