import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';

import { cn } from '../../cn.ts';
import { along, Mark, stage, Thumb } from './drawing.tsx';
import { keyTarget, nearestIndex, partOf, snap, valueAt, type Scale } from './scale.ts';
import { useDrag } from './use-drag.ts';

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

/** Sets a number within a range. */
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

/** Pause after which successive keys are committed as one change, in milliseconds. */
const keyRestMs = 600;

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

  const [own, setOwn] = useState(defaultValues);
  const values = (controlled ?? own).map((value) => snap(value, scale));
  // Several changes may come before React renders. Each starts from the one before it.
  const latest = useRef<readonly number[]>(values);
  useEffect(() => {
    latest.current = values;
  });

  const held = useRef<{ readonly index: number; hasMoved: boolean }>(null);
  const moveTo = (index: number, target: number) => {
    const before = latest.current;
    const next = before.with(index, Math.min(before[index + 1] ?? max, Math.max(before[index - 1] ?? min, target)));
    if (next[index] === before[index]) return;
    latest.current = next;
    if (held.current) held.current.hasMoved = true;
    setOwn(next);
    onValuesChange(next);
  };

  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const frame = useRef<SVGSVGElement>(null);
  const { dragging, handlers } = useDrag({
    frame,
    disabled,
    onMove: ({ x, y }) => {
      const part = vertical ? 1 - y : isMirrored(frame.current) ? 1 - x : x;
      const target = valueAt(part, scale);
      // When both thumbs are at one position, the direction of the pointer decides which of them moves.
      if (!held.current && latest.current.length > 1 && latest.current.every((value) => value === target)) return;
      if (!held.current) commitKeys();
      held.current ??= { index: nearestIndex(latest.current, target), hasMoved: false };
      inputs.current[held.current.index]?.focus({ preventScroll: true });
      moveTo(held.current.index, target);
    },
    onRelease: () => {
      // Also called when the value is the one before the drag: callers of `onValuesChange` need to know that it has
      // ended.
      if (held.current?.hasMoved) onValuesCommit(latest.current);
      held.current = null;
    },
  });

  // A key that is held or pressed repeatedly is one change. It ends after `keyRestMs` without such a key, or with
  // another key.
  const pressed = useRef(false);
  const keyRest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const commitKeys = () => {
    clearTimeout(keyRest.current);
    if (pressed.current) onValuesCommit(latest.current);
    pressed.current = false;
  };
  // Uses the callbacks of the last render, which may have changed since the key press.
  const lastCommitKeys = useRef(commitKeys);
  useEffect(() => {
    lastCommitKeys.current = commitKeys;
  });
  const commitOnUnmount = useEffectEvent(commitKeys);
  useEffect(() => () => commitOnUnmount(), []);
  const pressKey = (event: KeyboardEvent, index: number) => {
    const target = keyTarget(event, latest.current[index] ?? min, scale, !vertical && isMirrored(frame.current));
    // Another key ends the change, such as the shortcut for undo, which reverts the whole change.
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return commitKeys();
    event.preventDefault();
    clearTimeout(keyRest.current);
    const before = latest.current;
    moveTo(index, target);
    if (before !== latest.current) pressed.current = true;
  };
  const releaseKey = () => {
    clearTimeout(keyRest.current);
    keyRest.current = setTimeout(() => lastCommitKeys.current(), keyRestMs);
  };

  const parts = values.map((value) => partOf(value, scale));
  const lower = parts.length > 1 ? along(vertical, parts[0] ?? 0) : undefined;
  const upper = along(vertical, parts.at(-1) ?? 0);
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
          <line
            // Starts at the beginning of the rail, or at the lower thumb.
            {...(lower === undefined
              ? { x1: vertical ? '50%' : -6, y1: vertical ? -6 : '50%' }
              : { x1: lower.x, y1: lower.y })}
            x2={upper.x}
            y2={upper.y}
            strokeWidth="4"
            strokeLinecap="round"
            className={
              disabled
                ? 'stroke-control forced-colors:stroke-[GrayText]'
                : 'stroke-ink forced-colors:stroke-[Highlight]'
            }
          />
        </svg>
        {values.map((value, index) => (
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
              onChange={(event) => {
                const before = latest.current;
                moveTo(index, snap(event.target.valueAsNumber, scale));
                if (before !== latest.current) pressed.current = true;
                releaseKey();
              }}
              onKeyDown={(event) => pressKey(event, index)}
              onKeyUp={releaseKey}
              onBlur={commitKeys}
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
        {values.map((value) => formatValue(value)).join(' – ')}
      </span>
    </div>
  );
}

function isMirrored(element: Element | null) {
  return element !== null && getComputedStyle(element).direction === 'rtl';
}
