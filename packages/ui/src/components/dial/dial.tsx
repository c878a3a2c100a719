import { useId, useRef, type ComponentProps, type KeyboardEvent, type PointerEvent } from 'react';

import { cn } from '../../cn.ts';
import { snap } from '../slider/scale.ts';

export interface DialProps extends Omit<
  ComponentProps<'div'>,
  'children' | 'defaultValue' | 'onChange' | 'role' | 'value'
> {
  /** Accessible name, shown above the ruler. */
  label: string;
  /** Chosen value, within `min` and `max`. */
  value: number;
  /** Called with the value on every change. */
  onValueChange: (value: number) => void;
  /** Called at the pointer's release, or when a key is released, for work that is too slow for every change. */
  onValueCommit?: (value: number) => void;
  /** Smallest value, at the left end of the ruler. */
  min: number;
  /** Largest value, at the right end of the ruler. */
  max: number;
  /** Step of an arrow key. Dragging moves by the same steps. */
  step: number;
  /** Step of an arrow key with Shift. The ruler has a tick for each. */
  largeStep: number;
  /** Value that a double click or the key 0 returns to. */
  resetValue?: number;
  /** Returns the value as text, visible and for screen readers: "1.5°". */
  formatValue?: (value: number) => string;
}

/** Distance between two ticks, in CSS px. */
const tickPx = 16;
/** Number of ticks from one labelled tick to the next. */
const labelEvery = 5;

/**
 * Ruler that is drawn past a fixed mark, to set a number precisely. The ruler follows the pointer without inertia, so a
 * long way of the finger is a small change.
 */
export function Dial({
  label,
  value,
  onValueChange,
  onValueCommit,
  min,
  max,
  step,
  largeStep,
  resetValue = 0,
  formatValue = String,
  className,
  ...props
}: DialProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const drag = useRef<{ readonly x: number; readonly value: number }>(null);
  const latest = useRef(value);
  const hasMoved = useRef(false);

  const moveTo = (wanted: number) => {
    const next = snap(wanted, { min, max, step });
    if (next === latest.current) return;
    latest.current = next;
    hasMoved.current = true;
    onValueChange(next);
  };
  const commit = () => {
    if (hasMoved.current) onValueCommit?.(latest.current);
    hasMoved.current = false;
  };
  const begin = () => {
    if (!hasMoved.current) latest.current = value;
  };
  const press = (event: KeyboardEvent) => {
    const direction = { ArrowRight: 1, ArrowUp: 1, PageUp: 1, ArrowLeft: -1, ArrowDown: -1, PageDown: -1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (direction === undefined && event.key !== '0') return;
    event.preventDefault();
    begin();
    const isLarge = event.shiftKey || event.key.startsWith('Page');
    moveTo(direction === undefined ? resetValue : latest.current + direction * (isLarge ? largeStep : step));
  };
  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      begin();
      drag.current = { x: event.clientX, value: latest.current };
      input.current?.focus({ preventScroll: true });
      // The focus stays in the input, which is the slider.
      event.preventDefault();
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag.current) return;
      moveTo(drag.current.value - ((event.clientX - drag.current.x) / tickPx) * largeStep);
    },
    onLostPointerCapture: () => {
      drag.current = null;
      commit();
    },
  };
  const count = Math.round((max - min) / largeStep);
  const ticks = Array.from({ length: count + 1 }, (_, at) => min + at * largeStep);
  const placeOf = (at: number) => (at / largeStep) * tickPx;
  return (
    <div data-slot="dial" className={cn('min-w-0 text-13', className)} {...props}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-ink">
          {label}
        </label>
        <span aria-hidden className="text-soft tabular-nums">
          {formatValue(value)}
        </span>
      </div>
      {/* The ruler belongs to the input, which has the role, the keys and the focus. */}
      <div
        {...pointer}
        onDoubleClick={() => {
          begin();
          moveTo(resetValue);
          commit();
        }}
        className="group/dial relative mt-1 h-11 cursor-ew-resize touch-pan-y overflow-hidden rounded-sm outline-focus select-none has-focus-visible:outline-2"
      >
        <input
          ref={input}
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={formatValue(value)}
          onChange={(event) => {
            begin();
            moveTo(event.target.valueAsNumber);
          }}
          onKeyDown={press}
          onKeyUp={commit}
          onBlur={commit}
          className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
        />
        <svg aria-hidden className="pointer-events-none absolute inset-0 size-full text-[10px] tabular-nums">
          <svg x="50%" className="overflow-visible">
            <g transform={`translate(${-placeOf(value)} 0)`}>
              {ticks.map((tick) => {
                const isLabelled = Math.round(tick / largeStep) % labelEvery === 0;
                return (
                  <g key={tick} transform={`translate(${placeOf(tick)} 0)`}>
                    <line
                      y1="8"
                      y2={isLabelled ? 22 : 17}
                      className={isLabelled ? 'stroke-control' : 'stroke-line-strong'}
                    />
                    {isLabelled && (
                      <text y="38" textAnchor="middle" className="fill-soft">
                        {formatValue(tick)}
                      </text>
                    )}
                  </g>
                );
              })}
            </g>
            <path d="M0 3V25" strokeWidth="2" stroke="currentColor" className="text-accent-ink" />
          </svg>
        </svg>
      </div>
    </div>
  );
}
