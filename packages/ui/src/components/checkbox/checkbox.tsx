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
  /** Label. Without one, as in a row of a table, set `aria-label` or use a `Field`. */
  children?: ReactNode;
  /** Additional text below the label. */
  description?: ReactNode;
  /** State of a controlled checkbox. `indeterminate`: only some of the items that it stands for are checked. */
  checked?: boolean | 'indeterminate';
  /** Initial state of an uncontrolled checkbox. */
  defaultChecked?: boolean | 'indeterminate';
  /** Called with the new state, which is never `indeterminate`. */
  onCheckedChange?: (checked: boolean) => void;
  /** Marks the checkbox as invalid. Within a `Field` this follows from the field's error. */
  invalid?: boolean;
  /** Name under which a form submits a checked checkbox. Without a name it is not submitted. */
  name?: string;
  /** Value that a form submits. */
  value?: string;
  /** The form cannot be submitted until it is checked. */
  required?: boolean;
}

/**
 * Checkbox for a setting that takes effect with a button, or for items selected from a list. `className` applies to the
 * row.
 */
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
      {/* Composed from its parts: the complete Radix component renders an input with inline styles, which the first
          HTML must not contain. */}
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
