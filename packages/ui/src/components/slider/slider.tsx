import { useId, useRef, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { Filling, Mark, stage, Thumb } from './drawing.tsx';
import { partOf, type Scale } from './scale.ts';
import { useThumbDrag } from './use-thumb-drag.ts';
import { useThumbKeys } from './use-thumb-keys.ts';
import { useValues } from './use-values.ts';

export interface SliderMark {
  /** Value at which the mark is placed. */
  value: number;
  /** Text next to the mark. */
  label?: string;
}

interface SliderBaseProps extends Omit<ComponentProps<'div'>, 'children' | 'defaultValue' | 'onChange' | 'role'> {
  /** Accessible name. Visible unless `labelHidden` is set. */
  label: string;
  /** Hides the label, which remains available to screen readers. The value is then next to the rail. */
  labelHidden?: boolean;
  /**
   * Arrangement of label, value and rail. `stacked`: label and value above the rail. `inline`: all three in one line,
   * for rows with short labels.
   */
  layout?: 'stacked' | 'inline';
  /**
   * Direction of the rail. `vertical` counts from the bottom; the rail is 160 px long, or longer if `className` makes
   * the slider taller.
   */
  orientation?: 'horizontal' | 'vertical';
  /** Minimum value. */
  min?: number;
  /** Maximum value. */
  max?: number;
  /** Step between values, counted from `min`. An arrow key moves by one step. */
  step?: number;
  /** Marks along the rail. There is space for a few short labels. */
  marks?: readonly SliderMark[];
  /** Returns the value as text, visible and for screen readers: "12 px". */
  formatValue?: (value: number) => string;
  /** Disables the slider: it cannot be focused or changed. */
  disabled?: boolean;
  /** Name under which a form submits the value, or each of the two values. */
  name?: string;
}

export interface SliderProps extends SliderBaseProps {
  /** Controlled value. Update it in `onValueChange`. */
  value?: number;
  /** Initial value of an uncontrolled slider. Default: `min`. */
  defaultValue?: number;
  /** Called with the value on every change. */
  onValueChange?: (value: number) => void;
  /**
   * Called with the value at the pointer's release or after the last key, for work that is too slow for every change.
   */
  onValueCommit?: (value: number) => void;
}

/** Sets a number within a range. The rail is filled from zero if the range contains it, otherwise from `min`. */
export function Slider({ value, defaultValue, onValueChange, onValueCommit, min = 0, ...props }: SliderProps) {
  return (
    <Rail
      {...props}
      min={min}
      values={value === undefined ? undefined : [value]}
      defaultValues={[defaultValue ?? min]}
      onValuesChange={([next]) => next !== undefined && onValueChange?.(next)}
      onValuesCommit={([next]) => next !== undefined && onValueCommit?.(next)}
    />
  );
}

export interface RangeSliderProps extends SliderBaseProps {
  /** Accessible names of the lower and the upper thumb. */
  thumbLabels: readonly [lower: string, upper: string];
  /** Controlled values. Update them in `onValueChange`. */
  value?: readonly [lower: number, upper: number];
  /** Initial values of an uncontrolled slider. Default: `min` and `max`. */
  defaultValue?: readonly [lower: number, upper: number];
  /** Called with both values on every change of one. */
  onValueChange?: (value: [lower: number, upper: number]) => void;
  /** Called with both values at the pointer's release or after the last key. */
  onValueCommit?: (value: [lower: number, upper: number]) => void;
}

/** Sets a lower and an upper number. The lower one is never above the upper one. */
export function RangeSlider({
  value,
  defaultValue,
  onValueChange,
  onValueCommit,
  min = 0,
  max = 100,
  ...props
}: RangeSliderProps) {
  return (
    <Rail
      {...props}
      min={min}
      max={max}
      values={value}
      defaultValues={defaultValue ?? [min, max]}
      onValuesChange={([lower = min, upper = max]) => onValueChange?.([lower, upper])}
      onValuesCommit={([lower = min, upper = max]) => onValueCommit?.([lower, upper])}
    />
  );
}

interface RailProps extends SliderBaseProps {
  /** Values in ascending order. */
  values: readonly number[] | undefined;
  defaultValues: readonly number[];
  onValuesChange: (values: readonly number[]) => void;
  onValuesCommit: (values: readonly number[]) => void;
  thumbLabels?: readonly string[];
}

function Rail({
  label,
  labelHidden = false,
  layout = 'stacked',
  orientation = 'horizontal',
  min = 0,
  max = 100,
  step = 1,
  marks,
  formatValue = String,
  disabled = false,
  name,
  values: controlled,
  defaultValues,
  onValuesChange,
  onValuesCommit,
  thumbLabels,
  className,
  ...props
}: RailProps) {
  const scale: Scale = { min, max, step };
  const id = useId();
  const vertical = orientation === 'vertical';
  const stacked = !vertical && !labelHidden && layout === 'stacked';

  const frame = useRef<SVGSVGElement>(null);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const isMirrored = () => !vertical && frame.current !== null && getComputedStyle(frame.current).direction === 'rtl';
  const values = useValues({ scale, values: controlled, defaultValues, onValuesChange });
  const { commitKeys, inputHandlers } = useThumbKeys({ values, scale, isMirrored, onValuesCommit });
  const { dragging, handlers } = useThumbDrag({
    values,
    frame,
    inputs,
    disabled,
    scale,
    vertical,
    isMirrored,
    onStart: commitKeys,
    onValuesCommit,
  });

  const parts = values.now.map((value) => partOf(value, scale));
  // A number that can be negative is filled from zero, so that the rail shows its sign.
  const fillStart = parts.length > 1 ? parts[0] : min < 0 && max > 0 ? partOf(0, scale) : undefined;
  const labelled = marks?.some((mark) => mark.label) ?? false;
  const Label = thumbLabels ? 'span' : 'label';
  return (
    <div
      data-slot="slider"
      data-state={disabled ? 'disabled' : dragging ? 'dragging' : 'resting'}
      data-orientation={orientation}
      {...(thumbLabels && { role: 'group', 'aria-labelledby': `${id}-label` })}
      className={cn(
        'group/slider min-w-0 text-14',
        disabled ? 'text-faint' : 'text-ink',
        vertical
          ? 'inline-flex flex-col items-center gap-2'
          : [
              'grid items-center gap-x-3',
              stacked ? 'grid-cols-[1fr_auto]' : labelHidden ? 'grid-cols-[1fr_3rem]' : 'grid-cols-[40%_1fr_3rem]',
            ],
        className,
      )}
      {...props}
    >
      <Label
        id={`${id}-label`}
        {...(Label === 'label' && { htmlFor: `${id}-0` })}
        className={labelHidden ? 'sr-only' : 'hyphens-auto'}
      >
        {label}
      </Label>
      <div
        {...handlers}
        className={cn(
          'relative select-none',
          disabled ? 'cursor-not-allowed' : 'cursor-pointer',
          vertical
            ? ['min-h-40 w-6 flex-1 touch-pan-x pointer-coarse:w-11', labelled && 'me-12']
            : ['h-6 touch-pan-y pointer-coarse:h-11', labelled && 'mb-5'],
          stacked && 'order-last col-span-2',
        )}
      >
        <span
          className={cn(
            'absolute rounded-full bg-line-strong forced-colors:bg-[ButtonText]',
            vertical ? 'inset-0 mx-auto w-1 forced-colors:w-0.5' : 'inset-0 my-auto h-1 forced-colors:h-0.5',
          )}
        />
        {/* Placed by SVG attributes instead of styles, so that the first HTML already shows everything in its place. */}
        <svg ref={frame} aria-hidden="true" className={stage(vertical)}>
          {marks?.map((mark) => (
            <Mark key={mark.value} vertical={vertical} part={partOf(mark.value, scale)} label={mark.label} />
          ))}
          <Filling vertical={vertical} from={fillStart} to={parts.at(-1) ?? 0} disabled={disabled} />
        </svg>
        {values.now.map((value, index) => (
          <span key={thumbLabels?.[index] ?? label} className="group/thumb contents">
            {/* Invisible range input, because screen readers on phones send their adjusting gestures to no other
                element. */}
            <input
              ref={(input) => {
                inputs.current[index] = input;
              }}
              id={`${id}-${index}`}
              type="range"
              name={name}
              min={min}
              max={max}
              step={step}
              value={value}
              disabled={disabled}
              aria-label={thumbLabels?.[index]}
              aria-orientation={orientation}
              aria-valuetext={formatValue(value)}
              {...inputHandlers(index)}
              className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
            />
            <svg aria-hidden="true" className={stage(vertical)}>
              <Thumb vertical={vertical} part={parts[index] ?? 0} />
            </svg>
          </span>
        ))}
      </div>
      {/* Hidden from screen readers, because the inputs expose the value. */}
      <span
        aria-hidden="true"
        className="text-end text-13 text-soft tabular-nums group-data-[state=disabled]/slider:text-faint"
      >
        {values.now.map((value) => formatValue(value)).join(' – ')}
      </span>
    </div>
  );
}
