import type { Bounds } from '@isola/imaging';
import { cn } from '@isola/ui/cn';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

import { type Handle, handleSides } from '../../crop/crop-interaction.ts';

export interface HandleButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  handle: Handle;
  /** Rectangle that the handle changes, in CSS px of the stage. */
  rect: Bounds;
}

const cursors: Record<Handle, string> = {
  'top-left': 'cursor-nwse-resize',
  top: 'cursor-ns-resize',
  'top-right': 'cursor-nesw-resize',
  right: 'cursor-ew-resize',
  'bottom-right': 'cursor-nwse-resize',
  bottom: 'cursor-ns-resize',
  'bottom-left': 'cursor-nesw-resize',
  left: 'cursor-ew-resize',
};

/** Handle at a corner or a side of a rectangle over the canvas. Dragging it resizes the rectangle. */
export function HandleButton({ handle, rect: { left, top, right, bottom }, className, ...props }: HandleButtonProps) {
  const { t } = useTranslation('editor');
  const [across, down] = handleSides[handle];
  return (
    <button
      type="button"
      aria-label={t(`crop.handle.${handle}`)}
      data-handle={handle}
      {...props}
      className={cn(
        'pointer-events-auto absolute grid size-6 -translate-1/2 touch-none place-items-center rounded-sm outline-offset-[-2px] pointer-coarse:size-11',
        cursors[handle],
        className,
      )}
      style={{ left: along(left, right, across), top: along(top, bottom, down) }}
    >
      <span
        className={cn(
          'rounded-[3px] border border-photo-ink/60 bg-on-photo forced-colors:bg-[ButtonText]',
          across === 0 ? 'h-2 w-5' : down === 0 ? 'h-5 w-2' : 'size-3',
        )}
      />
    </button>
  );
}

function along(from: number, to: number, side: -1 | 0 | 1): number {
  return (from + to + side * (to - from)) / 2;
}
