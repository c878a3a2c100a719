import { useEffect, useState } from 'react';

import { type ImageFacts, imageFacts } from '../../import/image-facts.ts';
import type { SourceImage } from '../../model/source-image.ts';

/** @returns facts about the image's file; undefined until the file has been read. */
export function useImageFacts(image: SourceImage): ImageFacts | undefined {
  const [known, setKnown] = useState<{ readonly image: SourceImage; readonly facts: ImageFacts }>();
  useEffect(() => {
    let isGone = false;
    imageFacts(image).then((facts) => !isGone && setKnown({ image, facts }), reportError);
    return () => {
      isGone = true;
    };
  }, [image]);
  return known?.image === image ? known.facts : undefined;
}
