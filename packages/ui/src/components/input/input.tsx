import { CircleAlert, X } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { useFieldControl } from '../field/field-context.ts';
import { controlBox, controlState, controlText, type ControlSize } from './control-box.ts';

export interface InputProps extends Omit<ComponentProps<'input'>, 'size' | 'type'> {
  /** Type of the input. For passwords, use `PasswordInput`. */
  type?: 'text' | 'email' | 'url' | 'tel' | 'number' | 'search' | 'password' | 'date';
  /** Height: 32, 36 or 48 px. */
  size?: ControlSize;
  /** Decorative icon before the text. */
  startIcon?: ReactNode;
  /** Content after the text: a unit, or a small button. */
  endSlot?: ReactNode;
  /** Accessible name of the clear button. With it, the button is shown while there is text. */
  clearLabel?: string;
  /** Marks the text as invalid. Within a `Field` this follows from the field's error. */
  invalid?: boolean;
  /** Called with the text on every change. */
  onValueChange?: (value: string) => void;
}

const sizes: Record<ControlSize, string> = { sm: 'h-8 px-2.5', md: 'h-9 px-3', lg: 'h-12 px-4' };

/**
 * Single-line text input. Named by a `Field`, or by `aria-label` when alone. `className` applies to the box around it.
 */
export function Input({
  type = 'text',
  size = 'md',
  startIcon,
  endSlot,
  clearLabel,
  invalid,
  placeholder,
  className,
  onChange,
  onValueChange,
  ...props
}: InputProps) {
  const control = useFieldControl({ 'aria-invalid': invalid || undefined, ...props });
  const state = controlState(control);
  return (
    <div
      role="presentation"
      data-slot="input"
      data-state={state}
      onMouseDown={focusInput}
      className={cn(controlBox({ size }), 'flex cursor-text items-center gap-2', sizes[size], className)}
    >
      {startIcon && (
        <span aria-hidden className="flex flex-none text-faint [&_svg]:size-4">
          {startIcon}
        </span>
      )}
      <input
        type={type}
        // `:placeholder-shown` matches an empty input only if it has a placeholder.
        placeholder={placeholder ?? (clearLabel && ' ')}
        onChange={(event) => {
          onChange?.(event);
          onValueChange?.(event.target.value);
        }}
        className={cn(
          controlText,
          'peer flex-1 [appearance:textfield] self-stretch text-ellipsis autofill:shadow-[inset_0_0_0_3rem_var(--color-sheet)]',
          'autofill:[-webkit-text-fill-color:var(--color-ink)]',
          '[&::-webkit-inner-spin-button]:appearance-none [&::-webkit-search-cancel-button]:appearance-none',
          type === 'number' && 'tabular-nums',
        )}
        {...control}
      />
      {state === 'invalid' && <CircleAlert aria-hidden className="size-4 text-danger" />}
      {clearLabel && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={clear}
          className="-me-1 grid size-6 flex-none place-items-center rounded-sm text-faint -outline-offset-1 transition-colors duration-fast peer-placeholder-shown:hidden peer-read-only:hidden peer-disabled:hidden hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
      {endSlot && <span className="flex flex-none items-center gap-1 text-faint [&_svg]:size-4">{endSlot}</span>}
    </div>
  );
}

/** Focuses the input when the box around it is pressed. */
function focusInput(event: MouseEvent<HTMLDivElement>) {
  const pressed = event.target;
  if (!(pressed instanceof Element) || pressed.closest('input, button, a, [role="button"]')) return;
  event.preventDefault();
  event.currentTarget.querySelector('input')?.focus();
}

/** Clears the input as typing would, so that `onChange` is called. */
function clear(event: MouseEvent<HTMLButtonElement>) {
  const input = event.currentTarget.parentElement?.querySelector('input');
  if (!input) return;
  // Uses the prototype's setter: React overrides the instance's, and would ignore the event for a value that it has
  // recorded.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}
