import { Switch as Radix } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Choice } from '../checkbox/choice.tsx';
import { useField, useFieldControl } from '../field/field-context.ts';
import { UnstyledInput } from '../tabs/unstyled.tsx';

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'value' | 'defaultChecked' | 'onChange' | 'type'> {
  /** Label. Without one, set `aria-label` or use a `Field`. */
  children?: ReactNode;
  /** Additional text below the label. */
  description?: ReactNode;
  /** State of a controlled switch. Update it in `onCheckedChange`. */
  checked?: boolean;
  /** Initial state of an uncontrolled switch. */
  defaultChecked?: boolean;
  /** Called with the new state. */
  onCheckedChange?: (checked: boolean) => void;
  /** Name under which a form submits the switch if it is on. Without a name it is not submitted. */
  name?: string;
  /** Value that a form submits. */
  value?: string;
}

/** Setting that is on or off and takes effect at once. `className` applies to the row. */
export function Switch({
  children,
  description,
  checked,
  defaultChecked,
  onCheckedChange,
  value,
  disabled,
  className,
  ...props
}: SwitchProps) {
  const ownId = useId();
  const labelId = `${ownId}-label`;
  const descriptionId = `${ownId}-description`;
  const field = useField();
  const { name, form, required, ...control } = useFieldControl({
    ...(children ? { 'aria-labelledby': [field?.labelId, labelId].filter(Boolean).join(' ') } : {}),
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
      side="end"
      className={className}
    >
      {/* Composed from its parts: the complete Radix component renders an input with inline styles, which the first
          HTML must not contain. */}
      <Radix.unstable_Provider
        checked={checked}
        defaultChecked={defaultChecked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        required={required}
        name={name}
        form={form}
        value={value}
      >
        <Radix.unstable_Trigger
          data-slot="switch"
          className={cn(
            'relative inline-flex h-5 w-9 flex-none items-center rounded-full border border-control bg-sheet px-0.5',
            'transition-colors duration-fast enabled:hover:border-faint disabled:cursor-not-allowed',
            'enabled:data-[state=checked]:border-accent enabled:data-[state=checked]:bg-accent enabled:data-[state=checked]:hover:bg-accent-hover',
            'disabled:border-line-strong disabled:bg-pressed forced-colors:disabled:border-[GrayText]',
          )}
          {...control}
        >
          <Radix.Thumb
            className={cn(
              'size-3.5 rounded-full transition-[translate,background-color] duration-base not-data-disabled:bg-control',
              'data-[state=checked]:translate-x-4 not-data-disabled:data-[state=checked]:bg-on-accent rtl:data-[state=checked]:-translate-x-4',
              'data-disabled:bg-line-strong forced-colors:bg-[ButtonText]! forced-colors:data-disabled:bg-[GrayText]!',
            )}
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
