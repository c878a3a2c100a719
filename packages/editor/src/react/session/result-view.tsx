import { useEffect, useState } from 'react';

import { ComparedImage } from './compared-image.tsx';
import { CutoutCanvas } from './cutout-canvas.tsx';
import type { SourceImage } from '../../model/source-image.ts';
import { revealedResults } from './revealed-results.ts';
import { useSubjectTone } from '../use-subject-tone.ts';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

export interface ResultViewProps {
  image: SourceImage;
  result: ImageSegmentation;
  /**
   * True if a preview of the cutout was visible until now. Its background has disappeared already and is not animated
   * again.
   */
  wasPreviewed: boolean;
}

/** The cutout, and the image left of a divider. */
export function ResultView({ image, result, wasPreviewed }: ResultViewProps) {
  const tone = useSubjectTone(result.cutout);
  const [isLifting] = useState(!wasPreviewed);
  useEffect(() => void revealedResults.add(result), [result]);
  return (
    <ComparedImage
      image={image}
      size={result}
      tone={tone}
      isLifting={isLifting}
      cutout={<CutoutCanvas cutout={result.cutout} className={isLifting ? 'motion-safe:animate-lift' : ''} />}
    />
  );
}
