import type { CoarseMask } from '@isola/segmenter';
import { contours } from 'd3-contour';
import { useMemo } from 'react';

/** Line along the subject's edge in a coarse mask. It is stretched over an image with the mask's aspect ratio. */
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
      {/* White line under the red cut line, so that the outline is visible on every image. */}
      <path d={path} vectorEffect="non-scaling-stroke" className="stroke-white fill-none [stroke-width:2.5px]" />
      <path
        d={path}
        vectorEffect="non-scaling-stroke"
        className="animate-march fill-none stroke-cut [stroke-width:2.5px] [stroke-dasharray:7px_6px]"
      />
    </svg>
  );
}

/**
 * Smallest area of a drawn ring, as a share of the mask. Smaller rings are specks that the refined edge will not
 * contain.
 */
const minRingShare = 0.0005;

/** @returns the contour at half opacity, as the `d` attribute of an SVG path in px of the mask. */
function outlineOf({ widthPx, heightPx, data }: CoarseMask): string {
  const { coordinates } = contours().size([widthPx, heightPx]).contour(Array.from(data), 128);
  const minArea = minRingShare * widthPx * heightPx;
  return coordinates
    .flat()
    .filter((ring) => areaOf(ring) >= minArea)
    .map((ring) => `M${ring.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
    .join('');
}

/**
 * Returns the area of a ring, in square px of the mask.
 * @param ring Closed ring: its last point equals its first.
 */
function areaOf(ring: readonly (readonly number[])[]): number {
  let twice = 0;
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice) / 2;
}
