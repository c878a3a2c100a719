import { type Affine, identity } from '@isola/imaging';
import { useEffect, useState } from 'react';

import type { PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { wantsStillness } from '@isola/ui/compare-slider';
import { dashes, paintOutline } from '../../viewport/paint-outline.ts';
import type { OutlinePath } from '../../viewport/trace-outline.ts';
import { useStagePainter } from './use-stage-painter.ts';

export interface OutlineProps {
  store: Viewport;
  /** Paths from `traceOutline`. */
  paths: readonly OutlinePath[];
  /** From the matte's px to the stage's picture's. */
  placement?: Affine;
}

/** In steps, as the kit's dashes run: each frame that is not drawn is another's. */
const stepMs = 80;
const stepPx = (dashes[0] + dashes[1]) / 6;

/** The outline of the subject over a `Stage`, on a canvas of its own: while its dashes march, nothing else is painted. */
export function Outline({ store, paths, placement = identity }: OutlineProps) {
  const [phase, setPhase] = useState(0);
  const paint: PaintStage = (context, { ratio }) => {
    const { a, b, c, d, e, f } = placement;
    context.transform(a, b, c, d, e, f);
    // The element has the colour of the present theme; the design token's text contains the colours of both themes.
    const { color } = getComputedStyle(context.canvas);
    paintOutline(context, paths, { phase, ratio, color });
  };
  const canvas = useStagePainter(store, paint);
  useEffect(() => {
    if (wantsStillness()) return undefined;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      frame = requestAnimationFrame(step);
      if (now - last < stepMs) return;
      last = now;
      setPhase((before) => (before + stepPx) % (dashes[0] + dashes[1]));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <canvas
      ref={canvas}
      data-slot="outline"
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full text-cut"
    />
  );
}
