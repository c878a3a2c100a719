import type { Segmentation } from '@isola/segmenter';
import { useState } from 'react';

import { PhotoFrame } from '../photo-frame.tsx';
import type { Photo } from '../removal.ts';

/** Results that were seen already: the moment comes once. */
const seen = new WeakSet<Segmentation>();

export interface LiftProps {
  photo: Photo;
  result: Segmentation;
  /** CSS px that the canvas beneath keeps free round the picture. */
  padding: number;
}

/** The photo over its cut-out, where the canvas has it, as the background falls away. */
export function Lift({ photo, result, padding }: LiftProps) {
  const [isUnderWay, setUnderWay] = useState(() => !seen.has(result));
  if (!isUnderWay) return null;
  const end = () => {
    seen.add(result);
    setUnderWay(false);
  };
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 motion-reduce:hidden" style={{ padding }}>
      <PhotoFrame widthPx={result.widthPx} heightPx={result.heightPx}>
        <img
          src={photo.url}
          alt=""
          decoding="async"
          onAnimationEnd={end}
          className="motion-safe:animate-fall-away size-full"
        />
      </PhotoFrame>
    </div>
  );
}
