import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { useField, useFieldControl } from '../field/field-context.ts';
import { UnstyledInput } from '../tabs/unstyled.tsx';
import { Choice } from './choice.tsx';

export interface CheckboxProps extends Omit<
  ComponentProps<'button'>,
  'value' | 'defaultChecked' | 'onChange' | 'type'
> {
  /** Its label. Without one, as in a row of a table, give `aria-label` or put it in a `Field`. */
  children?: ReactNode;
  /** What the label leaves unsaid, below it. */
  description?: ReactNode;
  /** `indeterminate`: some of what it stands for is chosen, and some is not. */
  checked?: boolean | 'indeterminate';
  /** Whether it is on at first, where its state is its own. */
  defaultChecked?: boolean | 'indeterminate';
  /** Receives what was chosen: never `indeterminate`, for no press leads there. */
  onCheckedChange?: (checked: boolean) => void;
  /** Something is wrong with it. Within a `Field` it follows from the field's error. */
  invalid?: boolean;
  /** The name under which a form sends it, if it is checked. Without a name it is not sent. */
  name?: string;
  /** What a form sends. */
  value?: string;
  /** The form is not sent without it. */
  required?: boolean;
}

/** Yes or no, one by one: a setting that waits for a button, or what is chosen out of a list. `className` goes to the row. */
export function Checkbox({
  children,
  description,
  checked,
  defaultChecked,
  onCheckedChange,
  invalid,
  value,
  disabled,
  className,
  ...props
}: CheckboxProps) {
  const ownId = useId();
  const labelId = `${ownId}-label`;
  const descriptionId = `${ownId}-description`;
  const field = useField();
  const { name, form, required, ...control } = useFieldControl({
    ...(children ? { 'aria-labelledby': [field?.labelId, labelId].filter(Boolean).join(' ') } : {}),
    'aria-invalid': invalid || undefined,
    ...props,
    'aria-describedby':
      [description && descriptionId, props['aria-describedby']].filter(Boolean).join(' ') || undefined,
  });
  return (
    <Choice
      label={children}
      labelId={labelId}
      description={description}
      descriptionId={descriptionId}
      className={className}
    >
      {/* In its parts: as a whole it brings an input with inline styles, which the first HTML may not have. */}
      <Radix.unstable_Provider
        checked={checked}
        defaultChecked={defaultChecked}
        onCheckedChange={(next) => onCheckedChange?.(next === true)}
        disabled={disabled}
        required={required}
        name={name}
        form={form}
        value={value}
      >
        <Radix.unstable_Trigger
          data-slot="checkbox"
          className={cn(
            'group relative grid size-5 flex-none place-items-center rounded-[5px] border border-control bg-sheet text-on-accent',
            'transition-colors duration-fast enabled:hover:border-faint disabled:cursor-not-allowed',
            'aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger',
            'enabled:not-data-[state=unchecked]:border-accent enabled:not-data-[state=unchecked]:bg-accent',
            'enabled:not-data-[state=unchecked]:hover:bg-accent-hover',
            'disabled:border-line-strong disabled:bg-pressed disabled:text-faint forced-colors:disabled:border-[GrayText]',
          )}
          {...control}
        >
          <Check
            aria-hidden
            className="size-3.5 scale-50 [stroke-width:2.75] opacity-0 transition-[opacity,scale] duration-fast group-data-[state=checked]:scale-100 group-data-[state=checked]:opacity-100"
          />
          <Minus
            aria-hidden
            className="absolute hidden size-3.5 [stroke-width:2.75] group-data-[state=indeterminate]:block"
          />
        </Radix.unstable_Trigger>
        {name && (
          <Radix.unstable_BubbleInput asChild>
            <UnstyledInput />
          </Radix.unstable_BubbleInput>
        )}
      </Radix.unstable_Provider>
    </Choice>
  );
}
