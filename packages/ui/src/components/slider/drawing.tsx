import { cn } from '../../cn.ts';

/**
 * Class names of the SVG area along which a thumb's centre moves: shorter than the rail by half a thumb at both ends.
 * Its origin is at the start of the rail.
 */
export function stage(vertical: boolean) {
  return cn(
    'pointer-events-none absolute overflow-visible',
    vertical
      ? 'inset-x-0 inset-y-2 h-[calc(100%-16px)] w-full -scale-y-100'
      : 'inset-x-2 inset-y-0 h-full w-[calc(100%-16px)] rtl:-scale-x-100',
  );
}

/** Returns the position of a fraction of the rail's length, 0–1. */
function along(vertical: boolean, part: number) {
  return vertical ? { x: '50%', y: `${part * 100}%` } : { x: `${part * 100}%`, y: '50%' };
}

interface FillingProps {
  vertical: boolean;
  /** Position at which the filled part starts. Undefined for the beginning of the rail. */
  from: number | undefined;
  to: number;
  disabled: boolean;
}

/** Draws the filled part of the rail. */
export function Filling({ vertical, from, to, disabled }: FillingProps) {
  const start = from === undefined ? undefined : along(vertical, from);
  const end = along(vertical, to);
  return (
    <line
      x1={start?.x ?? (vertical ? '50%' : -6)}
      y1={start?.y ?? (vertical ? -6 : '50%')}
      x2={end.x}
      y2={end.y}
      strokeWidth="4"
      strokeLinecap="round"
      className={
        disabled ? 'stroke-control forced-colors:stroke-[GrayText]' : 'stroke-ink forced-colors:stroke-[Highlight]'
      }
    />
  );
}

export function Thumb({ vertical, part }: { vertical: boolean; part: number }) {
  const { x, y } = along(vertical, part);
  return (
    <>
      <circle
        cx={x}
        cy={y}
        r="8"
        className={cn(
          'fill-sheet stroke-ink [stroke-width:1.25] forced-colors:fill-[ButtonFace] forced-colors:stroke-[ButtonText]',
          'group-data-[state=disabled]/slider:stroke-control group-data-[state=dragging]/slider:fill-hover',
        )}
      />
      <circle
        cx={x}
        cy={y}
        r="11.5"
        className="hidden fill-none stroke-focus [stroke-width:2] group-has-focus-visible/thumb:block forced-colors:stroke-[Highlight]"
      />
    </>
  );
}

export function Mark({ vertical, part, label }: { vertical: boolean; part: number; label: string | undefined }) {
  const { x, y } = along(vertical, part);
  const atStart = !vertical && part === 0;
  const atEnd = !vertical && part === 1;
  return (
    <>
      <rect
        x={x}
        y={y}
        width={vertical ? 5 : 1}
        height={vertical ? 1 : 5}
        className={cn('fill-control forced-colors:fill-[ButtonText]', vertical ? 'translate-x-2.5' : 'translate-y-2.5')}
      />
      {label !== undefined && (
        <text
          x={x}
          y={y}
          textAnchor={vertical || atStart ? 'start' : atEnd ? 'end' : 'middle'}
          dominantBaseline={vertical ? 'central' : 'auto'}
          className={cn(
            'origin-center fill-soft text-12 tabular-nums [direction:ltr] [transform-box:fill-box] forced-colors:fill-[CanvasText]',
            // The area may be mirrored, but text must not be.
            vertical ? 'translate-x-5 -scale-y-100' : 'translate-y-7.5 rtl:-scale-x-100',
            atStart && '-translate-x-2',
            atEnd && 'translate-x-2',
          )}
        >
          {label}
        </text>
      )}
    </>
  );
}
