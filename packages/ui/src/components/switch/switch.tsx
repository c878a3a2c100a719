import { Switch as Radix } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Choice } from '../checkbox/choice.tsx';
import { useField, useFieldControl } from '../field/field-context.ts';
import { UnstyledInput } from '../tabs/unstyled.tsx';

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'value' | 'defaultChecked' | 'onChange' | 'type'> {
  /** Its label. Without one, give `aria-label` or put it in a `Field`. */
  children?: ReactNode;
  /** What the label leaves unsaid, below it. */
  description?: ReactNode;
  /** Whether it is on. With it, the state is yours: change it in `onCheckedChange`. */
  checked?: boolean;
  /** Whether it is on at first, where its state is its own. */
  defaultChecked?: boolean;
  /** Called with the new state. */
  onCheckedChange?: (checked: boolean) => void;
  /** The name under which a form sends it, if it is on. Without a name it is not sent. */
  name?: string;
  /** What a form sends. */
  value?: string;
}

/** On or off, at once: what it says is done as it is pressed. `className` goes to the row. */
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
      {/* In its parts: as a whole it brings an input with inline styles, which the first HTML may not have. */}
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
