import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { CutLine } from '../cut-line/cut-line.tsx';

const swatchVariants = cva(
  [
    'group/swatch relative inline-grid flex-none rounded-full transition-[scale] duration-fast enabled:active:scale-95',
    '*:[grid-area:1/1] disabled:cursor-not-allowed disabled:opacity-50 data-[state=selected]:outline-offset-6',
  ],
  { variants: { size: { sm: 'size-6', md: 'size-8', lg: 'size-11' } }, defaultVariants: { size: 'sm' } },
);

export interface ColorSwatchProps
  extends Omit<ComponentProps<'button'>, 'color' | 'children'>, VariantProps<typeof swatchVariants> {
  /** Colour as `#rrggbb`, or `transparent`, which is shown as the checkerboard. */
  color: string;
  /** Accessible name. A `Tooltip` can show it when it says more than the colour. */
  label: string;
  /** Marks the selected swatch with the cut line. Omit it for swatches that select nothing. */
  selected?: boolean;
}

/** Button that shows a colour. */
export function ColorSwatch({ color, label, selected, size, className, ...props }: ColorSwatchProps) {
  return (
    <button
      type="button"
      data-slot="color-swatch"
      data-state={selected ? 'selected' : 'idle'}
      aria-label={label}
      aria-pressed={selected}
      className={cn(swatchVariants({ size }), className)}
      {...props}
    >
      <ColorDisc color={color} />
      {selected && (
        // Outside the swatch, so that its size does not change when it is selected.
        <span className="pointer-events-none absolute -inset-1">
          <CutLine radiusPx={26} />
        </span>
      )}
    </button>
  );
}

function ColorDisc({ color }: { color: string }) {
  const transparent = color === 'transparent';
  return (
    <>
      {transparent && <span className="rounded-full [background-size:8px_8px]! forced-color-adjust-none bg-checker" />}
      {/* SVG attribute, because the first HTML must not contain inline styles. */}
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-full forced-color-adjust-none">
        <circle
          cx="12"
          cy="12"
          r="11.5"
          fill={transparent ? 'none' : color}
          className="stroke-control [vector-effect:non-scaling-stroke]"
        />
      </svg>
    </>
  );
}
