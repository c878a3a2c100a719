import { ChevronDown, CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { useFieldControl } from '../field/field-context.ts';
import { controlBox, controlState, controlText, type ControlSize } from '../input/control-box.ts';

export interface SelectProps extends Omit<ComponentProps<'select'>, 'size' | 'multiple'> {
  /** Height: 32, 36 or 48 px. */
  size?: ControlSize;
  /** Text shown while nothing is selected: a first option with the value '' that cannot be selected again. */
  placeholder?: string;
  /** Marks the value as invalid. Within a `Field` this follows from the field's error. */
  invalid?: boolean;
  /** Called with the selected value. */
  onValueChange?: (value: string) => void;
}

const sizes: Record<ControlSize, string> = { sm: 'h-7.5 ps-2.5 pe-8', md: 'h-8.5 ps-3 pe-9', lg: 'h-11.5 ps-4 pe-11' };
const chevrons: Record<ControlSize, string> = { sm: 'end-2', md: 'end-2.5', lg: 'end-3.5' };
const alerts: Record<ControlSize, string> = { sm: 'end-8', md: 'end-9', lg: 'end-11' };

/*
 * In browsers that can style the list (`appearance: base-select`), the list has the kit's style for a mouse. In other
 * browsers, and for touch, the system draws it.
 */
const drawnList = [
  'pointer-fine:supports-[appearance:base-select]:[appearance:base-select] [&::picker-icon]:hidden',
  'pointer-fine:supports-[appearance:base-select]:[&::picker(select)]:[appearance:base-select]',
  '[&::picker(select)]:my-1.5 [&::picker(select)]:min-w-[calc(anchor-size(self-inline)+2px)] [&::picker(select)]:-ms-px',
  '[&::picker(select)]:rounded-md [&::picker(select)]:border [&::picker(select)]:border-line [&::picker(select)]:bg-sheet',
  '[&::picker(select)]:p-1 [&::picker(select)]:text-ink [&::picker(select)]:shadow-float [&:open::picker(select)]:animate-enter',
];
const drawnOption = [
  'pointer-fine:supports-[appearance:base-select]:flex pointer-fine:supports-[appearance:base-select]:min-h-9',
  'items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-14 outline-none [&::checkmark]:text-accent-ink',
  'enabled:text-ink hover:enabled:bg-hover focus-visible:bg-hover disabled:text-faint',
  'forced-colors:focus-visible:outline-2 forced-colors:focus-visible:outline-[Highlight]',
];
const drawnGroup = 'pt-1.5 text-12 font-normal text-faint';

/** Native `<select>`, which works before the page's script runs. `className` applies to the box around it. */
export function Select({
  size = 'md',
  placeholder,
  invalid,
  defaultValue,
  className,
  children,
  onChange,
  onValueChange,
  ...props
}: SelectProps) {
  const control = useFieldControl({ 'aria-invalid': invalid || undefined, ...props });
  const state = controlState(control);
  return (
    <div
      data-slot="select"
      data-state={state}
      className={cn(controlBox({ size }), "relative has-[option[value='']:checked]:text-faint", className)}
    >
      <select
        {...(props.value === undefined && { defaultValue: defaultValue ?? (placeholder && '') })}
        onChange={(event) => {
          onChange?.(event);
          onValueChange?.(event.target.value);
        }}
        className={cn(controlText, 'flex w-full appearance-none items-center', drawnList, sizes[size])}
        {...control}
      >
        {placeholder && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {children}
      </select>
      {state === 'invalid' && (
        <CircleAlert
          aria-hidden
          className={cn('pointer-events-none absolute inset-y-0 my-auto size-4 text-danger', alerts[size])}
        />
      )}
      <ChevronDown
        aria-hidden
        className={cn('pointer-events-none absolute inset-y-0 my-auto size-4', chevrons[size])}
      />
    </div>
  );
}

/** Option of a `Select`. Contains only text; `value` is submitted. */
export function SelectOption({ className, ...props }: ComponentProps<'option'>) {
  return <option data-slot="select-option" className={cn(drawnOption, className)} {...props} />;
}

/** Group of options under a `label`. */
export function SelectGroup({
  label,
  className,
  ...props
}: ComponentProps<'optgroup'> & {
  /** Name of the group. */
  label: string;
}) {
  return <optgroup data-slot="select-group" label={label} className={cn(drawnGroup, className)} {...props} />;
}
