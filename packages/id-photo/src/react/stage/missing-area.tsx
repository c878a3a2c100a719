import { inverse, mapped } from '@isola/imaging';
import { useId } from 'react';

import { isBeyond } from '../../placement/place-head.ts';
import type { PlacedPhoto } from '../photo-work.ts';

/** Distance between two lines, as a share of the photo's longer side. */
const lineShare = 0.02;

/**
 * Hatches the part of a photo that lies beyond the image, when nothing may fill it. Place it over the photo with the
 * same size.
 */
export function MissingArea({ photo, className }: { photo: PlacedPhoto; className?: string }) {
  const id = useId();
  const { placement, background, image } = photo;
  if (background !== 'original' || !isBeyond(placement.beyondPx)) return null;
  const { widthPx, heightPx, toPhoto } = placement.transform;
  const fromImage = inverse(toPhoto);
  const corners = [
    [0, 0],
    [image.widthPx, 0],
    [image.widthPx, image.heightPx],
    [0, image.heightPx],
  ] as const;
  const outline = corners.map(([x, y]) => mapped(fromImage, x, y).join(' ')).join('L');
  const gap = Math.max(widthPx, heightPx) * lineShare;
  return (
    <svg
      aria-hidden
      data-slot="missing-area"
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      className={className}
    >
      <pattern id={id} width={gap} height={gap} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={gap} height={gap} fill="#f4f1ec" />
        <line x2="0" y2={gap} strokeWidth={gap * 0.6} stroke="#c9c4bc" />
      </pattern>
      {/* With even-odd filling, the photo without the image remains; the view box cuts off the image without the photo. */}
      <path fillRule="evenodd" d={`M0 0H${widthPx}V${heightPx}H0ZM${outline}Z`} fill={`url(#${id})`} />
    </svg>
  );
}
