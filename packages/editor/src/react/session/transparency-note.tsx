import { ownTransparencyModel } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import type { ImageSegmentation } from '../../image/image-segmentation.ts';
import type { SourceImage } from '../../model/source-image.ts';
import { useSession } from './editor-host.tsx';
import { useImageFacts } from './use-image-facts.ts';

export interface TransparencyNoteProps {
  image: SourceImage;
  result: Pick<ImageSegmentation, 'run'>;
}

/**
 * Note about an image that already had transparency. It says whether the transparency was kept or replaced by a
 * segmentation, and offers the other result. It renders nothing for other images.
 */
export function TransparencyNote({ image, result }: TransparencyNoteProps) {
  const { t } = useTranslation('tool');
  const { setTransparency } = useSession();
  const isKept = result.run.model === ownTransparencyModel;
  const isCut = useImageFacts(image)?.transparent && !isKept;
  if (!isKept && !isCut) return null;
  return (
    <Banner
      data-code="own-transparency"
      title={t(isKept ? 'transparency.kept.title' : 'transparency.cut.title')}
      actions={
        <Button size="sm" onClick={() => setTransparency(isKept ? 'cut' : 'keep')} className="pointer-coarse:h-11">
          {t(isKept ? 'transparency.cut' : 'transparency.keep')}
        </Button>
      }
    >
      {t(isKept ? 'transparency.kept.text' : 'transparency.cut.text')}
    </Banner>
  );
}
