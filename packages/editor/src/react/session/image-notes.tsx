import { Banner } from '@isola/ui/banner';
import { useTranslation } from 'react-i18next';

import type { ImageSegmentation } from '../../image/image-segmentation.ts';
import type { SourceImage } from '../../model/source-image.ts';
import { useEditorHost } from './editor-host.tsx';
import { TransparencyNote } from './transparency-note.tsx';
import { useImageFacts } from './use-image-facts.ts';

/** Notes about a file: that it is animated, and that its image already had transparency. */
export function ImageNotes({ image, result }: { image: SourceImage; result: ImageSegmentation }) {
  const { t } = useTranslation('editor');
  const { itemActions } = useEditorHost();
  const facts = useImageFacts(image);
  return (
    <>
      {facts?.animated && (
        <Banner title={t('intake.animated.title')} data-code="first-frame">
          {t('intake.animated.text')}
        </Banner>
      )}
      {/* For an image of a batch, the item's menu offers this choice. */}
      {!itemActions && <TransparencyNote image={image} result={result} />}
    </>
  );
}
