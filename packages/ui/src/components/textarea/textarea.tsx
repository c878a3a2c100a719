import { cva } from 'class-variance-authority';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { useFieldControl } from '../field/field-context.ts';
import { controlBox, controlState, controlText, type ControlSize } from '../input/control-box.ts';

const textareaVariants = cva(
  [
    controlText,
    'block [field-sizing:content] w-full resize-none py-[calc(var(--air)/2)] group-data-[state=invalid]/textarea:pe-9',
  ],
  {
    variants: {
      size: { sm: 'px-2.5 [--air:0.625rem]', md: 'px-3 [--air:0.75rem]', lg: 'px-4 [--air:1.25rem]' },
      // Classes instead of a `style`, which would be in the first HTML, where the site's policy forbids it.
      rows: {
        2: 'min-h-[calc(2lh+var(--air))]',
        3: 'min-h-[calc(3lh+var(--air))]',
        5: 'min-h-[calc(5lh+var(--air))]',
        8: 'min-h-[calc(8lh+var(--air))]',
      },
      maxRows: {
        6: 'max-h-[calc(6lh+var(--air))]',
        12: 'max-h-[calc(12lh+var(--air))]',
        20: 'max-h-[calc(20lh+var(--air))]',
      },
    },
  },
);

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'rows'> {
  /** Size of text and padding, as in `Input`. */
  size?: ControlSize;
  /** Minimum height, in rows. */
  rows?: 2 | 3 | 5 | 8;
  /** Maximum height, in rows. A longer text scrolls. */
  maxRows?: 6 | 12 | 20;
  /**
   * Maximum number of characters. With `counterLabel`, characters are counted as people see them, an emoji as one, and
   * a text that is too long is kept and marked. Without it, the browser counts UTF-16 units and cuts off the rest.
   */
  maxLength?: number;
  /** Returns the count as text: "120 of 500". With it, the count is shown. */
  counterLabel?: (count: number, max: number) => string;
  /** Marks the text as invalid. Within a `Field` this follows from the field's error. */
  invalid?: boolean;
  /** Called with the text on every change. */
  onValueChange?: (value: string) => void;
}

/** Multi-line text input that grows with its text. `className` applies to the box around it. */
export function Textarea({
  size = 'md',
  rows = 3,
  maxRows = 12,
  maxLength,
  counterLabel,
  invalid,
  value,
  defaultValue,
  className,
  onChange,
  onValueChange,
  ...props
}: TextareaProps) {
  const [own, setOwn] = useState(defaultValue);
  const text = String(value ?? own ?? '');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const textarea = box.current?.querySelector('textarea');
    if (textarea) fitByScript(textarea);
  });

  const counterId = useId();
  const counted = counterLabel !== undefined && maxLength !== undefined;
  const count = counted ? [...characters.segment(text)].length : 0;
  const tooLong = counted && count > maxLength;
  const control = useFieldControl({
    'aria-invalid': invalid || tooLong || undefined,
    ...props,
    'aria-describedby': [counted && counterId, props['aria-describedby']].filter(Boolean).join(' ') || undefined,
  });
  const state = controlState(control);
  return (
    <div
      ref={box}
      data-slot="textarea"
      data-state={state}
      className={cn(controlBox({ size }), 'group/textarea relative', className)}
    >
      {state === 'invalid' && (
        <CircleAlert aria-hidden className="pointer-events-none absolute end-2.5 top-2.5 size-4 text-danger" />
      )}
      <textarea
        {...(value === undefined ? { defaultValue } : { value })}
        rows={rows}
        {...(!counted && { maxLength })}
        onChange={(event) => {
          setOwn(event.target.value);
          onChange?.(event);
          onValueChange?.(event.target.value);
        }}
        className={textareaVariants({ size, rows, maxRows })}
        {...control}
      />
      {counted && (
        <Counter
          id={counterId}
          words={counterLabel(count, maxLength)}
          state={tooLong ? 'over' : count >= maxLength * 0.9 ? 'near' : 'under'}
        />
      )}
    </div>
  );
}

const characters = new Intl.Segmenter();

/** Visible count, updated with every letter. It is announced only near the limit, and after a pause in typing. */
function Counter({ id, words, state }: { id: string; words: string; state: 'under' | 'near' | 'over' }) {
  const said = useRested(state === 'under' ? '' : words, 1000);
  return (
    <div data-state={state} className="flex justify-end px-3 pb-1.5 text-12 text-faint data-[state=over]:text-danger">
      <p id={id} className="flex items-center gap-1 tabular-nums">
        {state === 'over' && <CircleAlert aria-hidden className="size-3.5" />}
        <span>{words}</span>
      </p>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}

/** Returns the value once it has not changed for `afterMs`. */
function useRested<Value>(value: Value, afterMs: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return rested;
}

/** Sets the height in browsers without `field-sizing`. The CSS `min-height` and `max-height` apply here too. */
function fitByScript(textarea: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return;
  textarea.style.height = 'auto';
  textarea.style.height = `${textarea.scrollHeight}px`;
}
