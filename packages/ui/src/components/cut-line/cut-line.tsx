import { useLayoutEffect, useRef, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** One dash and one gap, in px; the keyframes `march` run by the same length. */
const periodPx = 13;

export interface CutLineProps extends ComponentProps<'svg'> {
  /** `running` sends the dashes round; the user's preference for reduced motion overrides it. */
  state?: 'still' | 'running';
  /** The corners' radius, in px: that of the element it runs along. */
  radiusPx?: number;
}

/**
 * The brand's one ornament: a dashed contour along the edge of its nearest positioned ancestor. It marks what can be cut,
 * dropped on or is selected, and nothing else.
 */
export function CutLine({ state = 'still', radiusPx = 16, className, ...props }: CutLineProps) {
  const contour = useRef<SVGRectElement>(null);

  useLayoutEffect(() => {
    const rect = contour.current;
    if (!rect) return undefined;
    // A whole number of dashes, else two of them would meet halfway at the corner where the line begins.
    const closeSeam = () => {
      rect.removeAttribute('pathLength');
      const periods = Math.round(rect.getTotalLength() / periodPx);
      if (periods > 0) rect.setAttribute('pathLength', String(periods * periodPx));
    };
    const observer = new ResizeObserver(closeSeam);
    observer.observe(rect.ownerSVGElement ?? rect);
    return () => observer.disconnect();
  }, []);

  return (
    <svg
      data-slot="cut-line"
      data-state={state}
      aria-hidden="true"
      className={cn('pointer-events-none absolute inset-px size-[calc(100%-2px)] overflow-visible', className)}
      {...props}
    >
      <rect
        ref={contour}
        width="100%"
        height="100%"
        rx={Math.max(0, radiusPx - 1)}
        className={cn(
          'fill-none stroke-cut [stroke-width:1.5px] [stroke-dasharray:7px_6px]',
          state === 'running' && 'animate-march',
        )}
      />
    </svg>
  );
}
