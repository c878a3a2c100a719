import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SourceImage } from '../../session/segmentation-session.ts';
import { ownTransparency, ownTransparencyModel, type ImageFacts, imageFacts } from '../../import/own-transparency.ts';
import { useEditorHost, useSession } from './editor-host.tsx';
import type { ImageSegmentation } from '../../session/image-segmentation.ts';

/** What is out of the ordinary about the file itself: that it moves, or that it is transparent already. */
export function ImageNotes({ image, result }: { image: SourceImage; result: ImageSegmentation }) {
  const { t } = useTranslation('editor');
  const { itemActions } = useEditorHost();
  const facts = usePhotoFacts(image);
  if (!facts) return null;
  return (
    <>
      {facts.animated && (
        <Banner title={t('intake.animated.title')} data-code="first-frame">
          {t('intake.animated.text')}
        </Banner>
      )}
      {facts.transparent && !itemActions && <Transparency image={image} result={result} />}
    </>
  );
}

/** The matte is the network's, or the file's own: either way leads to the other. */
function Transparency({ image, result }: { image: SourceImage; result: ImageSegmentation }) {
  const { t } = useTranslation('editor');
  const session = useSession();
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  if (result.run.model === ownTransparencyModel) {
    return (
      <Banner
        title={t('intake.own.title')}
        actions={
          <Button size="sm" onClick={session.retry} className="pointer-coarse:h-11">
            {t('intake.own.find')}
          </Button>
        }
      />
    );
  }
  const keep = async () => {
    setState('reading');
    try {
      const own = await ownTransparency(image.file);
      const shown = session.getState();
      if (shown.state === 'done' && shown.image === image) session.open(image, own);
      // Another image came meanwhile.
      else own.cutout.close();
    } catch (error) {
      reportError(error);
      setState('failed');
    }
  };
  return (
    <Banner
      title={t('intake.transparent.title')}
      actions={
        <Button size="sm" loading={state === 'reading'} onClick={() => void keep()} className="pointer-coarse:h-11">
          {t('intake.transparent.keep')}
        </Button>
      }
    >
      <p>{t('intake.transparent.text')}</p>
      {state === 'failed' && (
        <p role="alert" className="mt-1 text-danger">
          {t('intake.failed')}
        </p>
      )}
    </Banner>
  );
}

function usePhotoFacts(image: SourceImage): ImageFacts | undefined {
  const [seen, setSeen] = useState<{ readonly image: SourceImage; readonly facts: ImageFacts }>();
  useEffect(() => {
    let isGone = false;
    imageFacts(image).then((facts) => !isGone && setSeen({ image, facts }), reportError);
    return () => {
      isGone = true;
    };
  }, [image]);
  return seen?.image === image ? seen.facts : undefined;
}
