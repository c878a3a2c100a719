import { cn } from '@isola/ui/cn';
import { CutLine } from '@isola/ui/cut-line';
import { type ComponentProps, type ReactNode, use } from 'react';

import { BusyBackground } from './busy-background.ts';

export interface BackgroundTileProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name of the tile, also shown as its tooltip. */
  label: string;
  selected: boolean;
  /** Preview of the background. It fills the tile. */
  children: ReactNode;
}

/** Button that chooses a background. The chosen one is outlined by the cut line, which runs while it is rendered. */
export function BackgroundTile({ label, selected, className, children, ...props }: BackgroundTileProps) {
  const isBusy = use(BusyBackground) && selected;
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={selected}
      aria-busy={isBusy || undefined}
      title={label}
      className={cn('relative block h-11 w-full rounded-sm', className)}
      {...props}
    >
      <span className="grid size-full place-items-center overflow-hidden rounded-sm border border-line-strong forced-color-adjust-none">
        {children}
      </span>
      {selected && (
        <span className="pointer-events-none absolute -inset-1">
          <CutLine radiusPx={10} state={isBusy ? 'running' : 'still'} />
        </span>
      )}
    </button>
  );
}
