import { type Ref, useImperativeHandle, useRef } from 'react';

import type { BoxCorners } from '../../brush/create-brush-controller.ts';

/** Handle that changes the box without a React render. */
export interface BoxHandle {
  /** Shows the box between two corners; undefined hides it. */
  readonly show: (corners: BoxCorners | undefined) => void;
}

/** Outline of the box that the user draws around an object. It is hidden at first. */
export function DrawnBox({ ref }: { ref: Ref<BoxHandle> }) {
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    show(corners) {
      if (root.current) root.current.hidden = !corners;
      if (!corners) return;
      const { from, to } = corners;
      for (const rect of root.current?.querySelectorAll('rect') ?? []) {
        rect.setAttribute('x', `${Math.min(from.x, to.x)}`);
        rect.setAttribute('y', `${Math.min(from.y, to.y)}`);
        rect.setAttribute('width', `${Math.abs(to.x - from.x)}`);
        rect.setAttribute('height', `${Math.abs(to.y - from.y)}`);
      }
    },
  }));
  return (
    <div
      ref={root}
      hidden
      data-slot="drawn-box"
      className="pointer-events-none absolute inset-0 forced-color-adjust-none"
    >
      <svg aria-hidden fill="none" className="absolute size-full">
        {/* A light line with dark edges is visible on any image. */}
        <rect rx="2" stroke="#000" strokeOpacity={0.7} strokeWidth={3.5} />
        <rect rx="2" stroke="#fff" strokeWidth={1.5} strokeDasharray="6 4" />
      </svg>
    </div>
  );
}
