import { ArrowBigUpDash, Check, Circle, Eye, EyeOff } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';

import { cn } from '../../cn.ts';
import { Input, type InputProps } from '../input/input.tsx';
import type { Strength } from './estimate-strength.ts';

export { estimateStrength, type Strength } from './estimate-strength.ts';

export interface PasswordRule {
  /** Text of the rule: "At least 10 characters". */
  label: string;
  isMet: boolean;
  /** State of the rule for screen readers: "met", "not met yet". */
  stateLabel: string;
}

export interface PasswordInputProps extends Omit<
  InputProps,
  'type' | 'startIcon' | 'endSlot' | 'clearLabel' | 'placeholder'
> {
  /** Accessible name of the button that shows the password. */
  showLabel: string;
  /** Accessible name of the button while the password is shown. */
  hideLabel: string;
  /** Message that caps lock is on. Shown after the first key event that reports it. */
  capsLockLabel: string;
  /** Strength of a new password, as a level and as text: "Strength: fair". A weak password is not refused here. */
  strength?: { level: Strength; label: string };
  /** Rules for a new password, each with a check mark once it is met. */
  rules?: readonly PasswordRule[];
  /**
   * Autofill hint. `current-password` lets the browser fill in a saved password, `new-password` lets it suggest one.
   */
  autoComplete: 'current-password' | 'new-password' | 'off';
}

/** Password input with a button that shows and hides the text. Submitting the form hides it again. */
export function PasswordInput({
  showLabel,
  hideLabel,
  capsLockLabel,
  strength,
  rules,
  size = 'md',
  className,
  onKeyDown,
  onKeyUp,
  onBlur,
  ...props
}: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const strengthId = useId();
  const rulesId = useId();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = place.current?.closest('form');
    if (!shown || !form) return undefined;
    // Browsers save the content of a text input, and would suggest the password to the next user of the device.
    const hide = () => setShown(false);
    form.addEventListener('submit', hide);
    return () => form.removeEventListener('submit', hide);
  }, [shown]);

  const Icon = shown ? EyeOff : Eye;
  return (
    <div
      ref={place}
      data-slot="password-input"
      data-state={shown ? 'shown' : 'hidden'}
      className={cn('flex min-w-0 flex-col gap-1.5', className)}
    >
      <Input
        type={shown ? 'text' : 'password'}
        size={size}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        aria-describedby={
          [rules && rulesId, strength && strengthId, props['aria-describedby']].filter(Boolean).join(' ') || undefined
        }
        onKeyDown={(event) => {
          onKeyDown?.(event);
          setCapsLock(isCapsLockOn(event));
        }}
        onKeyUp={(event) => {
          onKeyUp?.(event);
          setCapsLock(isCapsLockOn(event));
        }}
        onBlur={(event) => {
          onBlur?.(event);
          setCapsLock(false);
        }}
        endSlot={
          <button
            type="button"
            aria-label={shown ? hideLabel : showLabel}
            disabled={props.disabled}
            onClick={() => setShown(!shown)}
            className={cn(
              'grid place-items-center rounded-sm text-faint -outline-offset-1 transition-colors duration-fast',
              'enabled:hover:bg-hover enabled:hover:text-ink',
              size === 'lg' ? '-me-3 size-10' : '-me-1.5 size-7',
            )}
          >
            <Icon aria-hidden />
          </button>
        }
      />
      {/* Always rendered, so that screen readers announce text that appears in it. */}
      <p role="status" className="flex gap-1.5 text-13 text-warning empty:hidden">
        {capsLock && (
          <>
            <ArrowBigUpDash aria-hidden className="mt-0.5 size-4" />
            {capsLockLabel}
          </>
        )}
      </p>
      {rules && <Rules id={rulesId} rules={rules} />}
      {strength && <StrengthMeter id={strengthId} {...strength} />}
    </div>
  );
}

function Rules({ id, rules }: { id: string; rules: readonly PasswordRule[] }) {
  return (
    <ul id={id} data-slot="password-rules" className="flex flex-col gap-0.5 text-13">
      {rules.map(({ label, isMet, stateLabel }) => (
        <li
          key={label}
          data-state={isMet ? 'met' : 'open'}
          className="flex gap-1.5 text-soft data-[state=met]:text-success"
        >
          {/* The box is as high as a line, so that the icon is centred on the first line in every language. */}
          <span aria-hidden className="flex h-lh items-center">
            {isMet ? <Check className="size-4" /> : <Circle className="size-4 scale-50" />}
          </span>
          <span className="min-w-0">
            {label}
            <span className="sr-only"> ({stateLabel})</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const fills: Record<Strength, string> = {
  0: '',
  1: 'bg-danger-fill',
  2: 'bg-warning',
  3: 'bg-success',
  4: 'bg-success',
};

function StrengthMeter({ level, label, ...props }: { level: Strength; label: string } & ComponentProps<'div'>) {
  return (
    <div data-slot="strength-meter" data-state={`level-${level}`} className="flex items-center gap-3" {...props}>
      <div aria-hidden className="flex max-w-48 flex-1 gap-1">
        {[1, 2, 3, 4].map((segment) => (
          <span
            key={segment}
            className={cn(
              'h-1 flex-1 rounded-full transition-colors duration-base',
              segment <= level
                ? cn(fills[level], 'forced-colors:bg-[Highlight]')
                : 'bg-line-strong forced-colors:border',
            )}
          />
        ))}
      </div>
      <p role="status" className="text-13 text-soft">
        {label}
      </p>
    </div>
  );
}

function isCapsLockOn(event: KeyboardEvent) {
  // Key events from a phone's keyboard or from autofill do not report modifiers.
  return event.nativeEvent.getModifierState?.('CapsLock') ?? false;
}
