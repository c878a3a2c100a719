import type { CoarseMask } from '@isola/segmenter';
import { contours } from 'd3-contour';
import { useMemo } from 'react';

/** The line along the subject's edge, over an image of the mask's shape: where the background is about to fall away. */
export function SubjectOutline({ mask }: { mask: CoarseMask }) {
  const path = useMemo(() => outlineOf(mask), [mask]);
  return (
    <svg
      data-slot="subject-outline"
      aria-hidden
      viewBox={`0 0 ${mask.widthPx} ${mask.heightPx}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full animate-enter"
    >
      {/* Upon white, so that it is visible on every image. */}
      <path d={path} vectorEffect="non-scaling-stroke" className="stroke-white fill-none [stroke-width:2.5px]" />
      <path
        d={path}
        vectorEffect="non-scaling-stroke"
        className="animate-march fill-none stroke-cut [stroke-width:2.5px] [stroke-dasharray:7px_6px]"
      />
    </svg>
  );
}

/** Rings of less than this share of the mask are specks, which the refined edge will not have. */
const minRingShare = 0.0005;

/** @returns the edge at which a pixel is half subject, as the `d` of an SVG path in px of the mask. */
function outlineOf({ widthPx, heightPx, data }: CoarseMask): string {
  const { coordinates } = contours().size([widthPx, heightPx]).contour(Array.from(data), 128);
  const minArea = minRingShare * widthPx * heightPx;
  return coordinates
    .flat()
    .filter((ring) => areaOf(ring) >= minArea)
    .map((ring) => `M${ring.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
    .join('');
}

/** @param ring closed: its last point is its first. */
function areaOf(ring: readonly (readonly number[])[]): number {
  let twice = 0;
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice) / 2;
}
