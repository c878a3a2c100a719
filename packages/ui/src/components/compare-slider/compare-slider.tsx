import { useComposedRefs } from 'radix-ui/internal';
import { useLayoutEffect, useRef, type ComponentProps, type PointerEvent, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { useDivider } from './use-divider.ts';

/** Also available for dividers between images that are rendered by other components. */
export { type Divider, type DividerOptions, useDivider } from './use-divider.ts';
export { wantsStillness } from './glide.ts';

export interface CompareSliderProps extends Omit<ComponentProps<'div'>, 'defaultValue' | 'children'> {
  /** Content that fills the whole frame and is visible before the divider. */
  before: ReactNode;
  /** Content on top of it, visible after the divider. Must be opaque, so that the original does not show through. */
  after: ReactNode;
  /** Accessible name of the divider. */
  label: string;
  /** Position of the divider in words, for screen readers: "40 % original". */
  valueText?: string | ((value: number) => string);
  /** Controlled position of the divider, 0–100, from the start side of the text direction. */
  value?: number;
  /** Initial position of an uncontrolled divider. */
  defaultValue?: number;
  /** Called with the new position. */
  onValueChange?: (value: number) => void;
  /** Distance that an arrow key moves the divider. */
  step?: number;
  /** Disables the divider: it cannot be focused or moved. */
  disabled?: boolean;
}

/** Compares two versions of an image with a divider, dragged anywhere on the image or moved with the keyboard. */
export function CompareSlider({
  before,
  after,
  label,
  valueText,
  value: controlled,
  defaultValue = 50,
  onValueChange,
  step = 1,
  disabled = false,
  ref,
  className,
  onPointerDown,
  onPointerMove,
  onPointerUp,
  onPointerCancel,
  ...props
}: CompareSliderProps) {
  const { value, state, handlers, inputProps } = useDivider({
    value: controlled,
    defaultValue,
    onValueChange,
    placeOf,
    disabled,
  });
  const picture = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Set here and not as a `style` prop, which would be in the first HTML. Until then a class centres the divider.
    picture.current?.style.setProperty('--divider', `${value}%`);
  }, [value]);

  return (
    <div
      ref={useComposedRefs(picture, ref)}
      data-slot="compare-slider"
      data-state={disabled ? 'disabled' : state}
      onPointerDown={(event) => {
        onPointerDown?.(event);
        handlers.onPointerDown(event);
      }}
      onPointerMove={(event) => {
        onPointerMove?.(event);
        handlers.onPointerMove(event);
      }}
      onPointerUp={(event) => {
        onPointerUp?.(event);
        handlers.onPointerUp(event);
      }}
      onPointerCancel={(event) => {
        onPointerCancel?.(event);
        handlers.onPointerCancel(event);
      }}
      // Prevents the browser's dragging of images.
      onDragStart={(event) => event.preventDefault()}
      className={cn(
        'group relative touch-pan-y overflow-hidden rounded-lg select-none [--divider:50%]',
        disabled ? 'cursor-default' : 'cursor-ew-resize',
        className,
      )}
      {...props}
    >
      {/* Clipped too, because it would otherwise shine through along the far edge when the frame ends within a
          pixel. */}
      <div
        data-slot="compare-slider-before"
        className="absolute inset-0 [clip-path:inset(0_calc(100%-var(--divider))_0_0)] rtl:[clip-path:inset(0_0_0_calc(100%-var(--divider)))]"
      >
        {before}
      </div>
      <div
        data-slot="compare-slider-after"
        className="absolute inset-0 [clip-path:inset(0_0_0_var(--divider))] rtl:[clip-path:inset(0_var(--divider)_0_0)]"
      >
        {after}
      </div>
      <div className="pointer-events-none absolute inset-y-0 start-(--divider)">
        {/* White with a dark edge on both sides, so that it is visible on light and on dark images. */}
        <div className="absolute inset-y-0 -start-px w-0.5 bg-on-photo shadow-[0_0_0_0.5px_oklch(0_0_0/0.35)]" />
        {/* Invisible range input, because screen readers on phones send their adjusting gestures to no other
            element. */}
        <input
          {...inputProps}
          type="range"
          min={0}
          max={100}
          step={step}
          value={Math.round(value / step) * step}
          disabled={disabled}
          aria-label={label}
          aria-valuetext={typeof valueText === 'function' ? valueText(Math.round(value)) : valueText}
          className="peer pointer-events-none absolute -start-5 top-1/2 size-10 -translate-y-1/2 opacity-0"
        />
        <div
          className={cn(
            'absolute -start-5 top-1/2 grid size-10 -translate-y-1/2 place-items-center rounded-full bg-on-photo text-photo-ink',
            'shadow-[0_0_0_0.5px_oklch(0_0_0/0.25),0_4px_18px_oklch(0_0_0/0.28)] transition-[scale] duration-base',
            'group-data-[state=disabled]:hidden group-data-[state=dragging]:scale-90',
            // Dark and white rings, visible on every colour.
            'outline-photo-ink peer-focus-visible:shadow-[0_0_0_6px_var(--color-on-photo)] peer-focus-visible:outline-3',
          )}
        >
          <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-none stroke-current [stroke-width:1.5]">
            <path d="M6.5 6.5 3 10l3.5 3.5M13.5 6.5 17 10l-3.5 3.5" strokeLinecap="round" strokeLinejoin="round" />
            <path d="M10 3.4v13.2" stroke="var(--color-cut)" strokeDasharray="2.4 3" strokeLinecap="round" />
          </svg>
        </div>
      </div>
    </div>
  );
}

function placeOf({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
  const { left, width } = currentTarget.getBoundingClientRect();
  const part = ((clientX - left) / width) * 100;
  return getComputedStyle(currentTarget).direction === 'rtl' ? 100 - part : part;
}
