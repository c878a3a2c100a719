import { CircleDashed, CircleDot, Minus, Plus } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import type { Point } from '../../viewport/view.ts';
import { type Brush, type BrushStore, type BrushTool, isClickTool } from '../../brush/create-brush-store.ts';

const toolSigns = {
  restore: Plus,
  erase: Minus,
  keep: Plus,
  drop: Minus,
  open: CircleDashed,
  fill: CircleDot,
  'add-object': Plus,
  'remove-object': Minus,
} satisfies Record<BrushTool, unknown>;

/** Diameter below which a ring is hard to find and gets four ticks around it, in CSS px. */
const smallPx = 20;

/** Handle that moves the ring without a React render. */
export interface RingHandle {
  readonly show: (point: Point) => void;
  readonly hide: () => void;
}

/**
 * Replaces the mouse cursor: a ring in the brush's true size, or a cross for a tool that clicks. It is hidden at first.
 */
export function BrushRing({ brush, ref }: { brush: BrushStore; ref: Ref<RingHandle> }) {
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    show({ x, y }) {
      if (!root.current) return;
      root.current.hidden = false;
      root.current.style.transform = `translate(${x}px, ${y}px)`;
    },
    hide() {
      if (root.current) root.current.hidden = true;
    },
  }));
  const ring = useStore(
    brush,
    useShallow(({ tool, sizePx, hardness }) => ({ tool, sizePx, hardness })),
  );
  return (
    <div
      ref={root}
      hidden
      data-slot="brush-ring"
      className="pointer-events-none absolute top-0 left-0 will-change-transform forced-color-adjust-none"
    >
      {isClickTool(ring.tool) ? <PressCross tool={ring.tool} /> : <Ring {...ring} />}
    </div>
  );
}

/**
 * Ring of the brush, centred on the element's top left corner. Each line is light with dark edges, so that it is
 * visible on any background.
 */
export function Ring({ tool, sizePx, hardness }: Pick<Brush, 'tool' | 'sizePx' | 'hardness'>) {
  const radius = sizePx / 2;
  // The inner ring marks the radius at which the brush's opacity falls to half.
  const half = (radius * (100 + hardness)) / 200;
  return (
    <svg width="1" height="1" aria-hidden className="absolute overflow-visible" fill="none">
      <Twice>
        <circle r={radius} />
      </Twice>
      {radius - half > 2 && (
        <g strokeDasharray="2 4" opacity={0.85}>
          <Twice>
            <circle r={half} />
          </Twice>
        </g>
      )}
      {sizePx < smallPx ? (
        <Twice>
          <path d={ticks(radius + 4, radius + 9)} />
        </Twice>
      ) : (
        <Twice>
          <path d={tool === 'erase' ? 'M-3.5 0H3.5' : 'M-3.5 0H3.5M0-3.5V3.5'} />
        </Twice>
      )}
    </svg>
  );
}

function PressCross({ tool }: { tool: BrushTool }) {
  const Sign = toolSigns[tool];
  return (
    <>
      <svg width="1" height="1" aria-hidden className="absolute overflow-visible" fill="none">
        <Twice>
          <path d={ticks(4, 13)} />
        </Twice>
      </svg>
      <span className="absolute top-2.5 left-2.5 grid size-5 place-items-center rounded-full bg-photo-plate text-on-photo">
        <Sign aria-hidden className="size-3.5" />
      </span>
    </>
  );
}

function Twice({ children }: { children: ReactNode }) {
  return (
    <>
      <g stroke="#000" strokeOpacity={0.7} strokeWidth={3.5} strokeLinecap="round">
        {children}
      </g>
      <g stroke="#fff" strokeWidth={1.5} strokeLinecap="round">
        {children}
      </g>
    </>
  );
}

function ticks(from: number, to: number): string {
  return `M${from} 0H${to}M-${from} 0H-${to}M0 ${from}V${to}M0-${from}V-${to}`;
}
