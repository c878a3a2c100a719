import { useLayoutEffect, useRef, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** Length of one dash and one gap, in px. The keyframes `march` move by the same length. */
const periodPx = 13;

export interface CutLineProps extends ComponentProps<'svg'> {
  /** `running` animates the dashes, unless the user prefers reduced motion. */
  state?: 'still' | 'running';
  /** Corner radius of the element that the line follows, in px. */
  radiusPx?: number;
}

/**
 * Dashed outline along the edge of the nearest positioned ancestor. It marks elements that can be cut, that accept a
 * drop or that are selected. It is the only ornament of the brand.
 */
export function CutLine({ state = 'still', radiusPx = 16, className, ...props }: CutLineProps) {
  const contour = useRef<SVGRectElement>(null);

  useLayoutEffect(() => {
    const rect = contour.current;
    if (!rect) return undefined;
    // The length is rounded to a whole number of dashes. Otherwise two partial dashes would meet at the corner where
    // the line begins.
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
