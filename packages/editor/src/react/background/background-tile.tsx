import { cn } from '@isola/ui/cn';
import { CutLine } from '@isola/ui/cut-line';
import type { ComponentProps, ReactNode } from 'react';

export interface BackgroundTileProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its accessible name, also shown as a tooltip. */
  label: string;
  selected: boolean;
  /** A preview of the background; fills the tile. */
  children: ReactNode;
}

/** A background to press; the cut line runs round the chosen one. */
export function BackgroundTile({ label, selected, className, children, ...props }: BackgroundTileProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={selected}
      title={label}
      className={cn('relative block h-11 w-full rounded-sm', className)}
      {...props}
    >
      <span className="grid size-full place-items-center overflow-hidden rounded-sm border border-line-strong forced-color-adjust-none">
        {children}
      </span>
      {selected && (
        <span className="pointer-events-none absolute -inset-1">
          <CutLine radiusPx={10} />
        </span>
      )}
    </button>
  );
}
