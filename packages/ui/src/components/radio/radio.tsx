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
  /** Names the group. Not needed within a `Field`, whose label does. */
  label?: string;
  /** The chosen one; `null` while none is. Without it the group keeps its own. */
  value?: string | null;
  /** The value at first, where its state is its own. */
  defaultValue?: string;
  /** Called with the new value. */
  onValueChange?: (value: string) => void;
  /** `horizontal` sets them side by side, for two or three short labels. Arrow keys of both directions work in either. */
  orientation?: 'vertical' | 'horizontal';
  /** It can be seen, but neither focused nor changed. */
  disabled?: boolean;
  /** Something is wrong with the choice. Within a `Field` it follows from the field's error. */
  invalid?: boolean;
  /** The name under which a form sends the choice. Without a name it is not sent. */
  name?: string;
  /** The form is not sent without it. */
  required?: boolean;
}

/** Whether a form sends the choice, so that each radio button needs an input. */
const SentContext = createContext(false);

/** One out of several that exclude each other, each with words of its own. */
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
  /** Its label. Without one, give `aria-label`. */
  children?: ReactNode;
  /** What the label leaves unsaid, below it. */
  description?: ReactNode;
  /** What the form sends when it is the chosen one. */
  value: string;
  /** `card` has an edge round all of it: for plans and presets, few and weighty. */
  variant?: 'plain' | 'card';
  /** It can be seen, but neither focused nor changed. */
  disabled?: boolean;
}

/** One of a `RadioGroup`. `className` goes to the row, or to the card. */
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
      {/* In its parts: as a whole it brings an input with inline styles, which the first HTML may not have. */}
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
