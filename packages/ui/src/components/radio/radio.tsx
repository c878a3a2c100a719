import { RadioGroup as Radix } from 'radix-ui';
import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Choice } from '../checkbox/choice.tsx';
import { useField, useFieldControl } from '../field/field-context.ts';
import { UnstyledDiv, UnstyledInput } from '../tabs/unstyled.tsx';
import { chosenOnFocus } from '../../chosen-on-focus.ts';

export interface RadioGroupProps extends Omit<
  ComponentProps<typeof Radix.Root>,
  'asChild' | 'style' | 'value' | 'defaultValue' | 'onValueChange' | 'orientation' | 'name'
> {
  /** Accessible name of the group. Not needed within a `Field`, whose label names it. */
  label?: string;
  /** Controlled value; `null` while no option is selected. */
  value?: string | null;
  /** Initial value of an uncontrolled group. */
  defaultValue?: string;
  /** Called with the new value. */
  onValueChange?: (value: string) => void;
  /**
   * Direction of the group. `horizontal` is for two or three short labels. The arrow keys of both directions work in
   * either.
   */
  orientation?: 'vertical' | 'horizontal';
  /** Disables the group: it cannot be focused or changed. */
  disabled?: boolean;
  /** Marks the choice as invalid. Within a `Field` this follows from the field's error. */
  invalid?: boolean;
  /** Name under which a form submits the choice. Without a name it is not submitted. */
  name?: string;
  /** The form cannot be submitted until an option is selected. */
  required?: boolean;
}

/** True when a form submits the choice, so that each radio button needs an input. */
const SentContext = createContext(false);

/** Group of mutually exclusive options, each with its own label. */
export function RadioGroup({
  label,
  orientation = 'vertical',
  invalid,
  className,
  children,
  ...props
}: RadioGroupProps) {
  const field = useField();
  const { required = false, ...group } = useFieldControl({ 'aria-invalid': invalid || undefined, ...props });
  return (
    <Radix.Root
      asChild
      data-slot="radio-group"
      data-layout={orientation}
      aria-label={label}
      aria-labelledby={label === undefined ? field?.labelId : undefined}
      required={required}
      className={cn(
        'min-w-0 outline-none',
        orientation === 'vertical' ? 'grid justify-items-start gap-2.5' : 'flex flex-wrap gap-x-6 gap-y-2.5',
        className,
      )}
      {...group}
    >
      <UnstyledDiv {...chosenOnFocus}>
        <SentContext value={group.name !== undefined}>{children}</SentContext>
      </UnstyledDiv>
    </Radix.Root>
  );
}

export interface RadioProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'type' | 'name'> {
  /** Label. Without one, set `aria-label`. */
  children?: ReactNode;
  /** Additional text below the label. */
  description?: ReactNode;
  /** Value that the form submits if this option is selected. */
  value: string;
  /**
   * Appearance. `card` adds a border around the whole option, for a few important options such as plans and presets.
   */
  variant?: 'plain' | 'card';
  /** Disables the option: it cannot be focused or selected. */
  disabled?: boolean;
}

/** Option of a `RadioGroup`. `className` applies to the row or the card. */
export function Radio({
  children,
  description,
  value,
  variant = 'plain',
  disabled = false,
  className,
  'aria-describedby': describedBy,
  ...props
}: RadioProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const descriptionId = `${id}-description`;
  const sent = use(SentContext);
  const card = variant === 'card';
  return (
    <Choice
      label={children}
      labelId={labelId}
      description={description}
      descriptionId={descriptionId}
      className={cn(
        card && [
          'justify-self-stretch rounded-md border border-line bg-sheet px-4 py-4! transition-colors duration-fast',
          'has-[button:enabled]:hover:border-line-strong has-[button:focus-visible]:outline-2 has-[button:focus-visible]:outline-offset-2',
          'has-[button[data-state=checked]:enabled]:border-accent has-[button[data-state=checked]:enabled]:bg-accent-wash',
          'outline-focus forced-colors:outline-[Highlight] forced-colors:has-[button[data-state=checked]]:border-[Highlight]',
        ],
        className,
      )}
    >
      {/* Composed from its parts: the complete Radix component renders an input with inline styles, which the first
          HTML must not contain. */}
      <Radix.unstable_ItemProvider value={value} disabled={disabled}>
        <Radix.unstable_ItemTrigger
          data-slot="radio"
          aria-labelledby={children ? labelId : undefined}
          aria-describedby={[description && descriptionId, describedBy].filter(Boolean).join(' ') || undefined}
          className={cn(
            'size-5 flex-none rounded-full border border-control bg-sheet transition-[border-width,border-color] duration-fast',
            'enabled:hover:border-faint disabled:cursor-not-allowed in-aria-invalid:border-danger in-aria-invalid:data-[state=unchecked]:inset-ring in-aria-invalid:data-[state=unchecked]:inset-ring-danger',
            'data-[state=checked]:border-6 enabled:data-[state=checked]:border-accent enabled:data-[state=checked]:bg-on-accent',
            'disabled:border-line-strong disabled:bg-pressed forced-colors:disabled:border-[GrayText]',
            card && 'outline-none',
          )}
          {...props}
        />
        {sent && (
          <Radix.unstable_ItemBubbleInput asChild>
            <UnstyledInput />
          </Radix.unstable_ItemBubbleInput>
        )}
      </Radix.unstable_ItemProvider>
    </Choice>
  );
}
