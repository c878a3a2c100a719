import { useEffect, useState } from 'react';

import { ComparedImage } from './compared-image.tsx';
import { CutoutCanvas } from './cutout-canvas.tsx';
import type { SourceImage } from '../../model/source-image.ts';
import { revealedResults } from './revealed-results.ts';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

export interface ResultViewProps {
  image: SourceImage;
  result: ImageSegmentation;
  /** Whether the image's first look was on the screen until now: then its background is gone already. */
  wasPreviewed: boolean;
}

/** The image and its cutout, either side of a divider. */
export function ResultView({ image, result, wasPreviewed }: ResultViewProps) {
  const [isLifting] = useState(!wasPreviewed);
  useEffect(() => void revealedResults.add(result), [result]);
  return (
    <ComparedImage
      image={image}
      size={result}
      isLifting={isLifting}
      cutout={<CutoutCanvas cutout={result.cutout} className={isLifting ? 'motion-safe:animate-lift' : ''} />}
    />
  );
}
