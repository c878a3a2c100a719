import { useReductionWords } from '@isola/editor/react';
import { download, safeFileName } from '@isola/files';
import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';

import { isBeyond } from '../../placement/place-head.ts';
import type { ChosenId } from '../photo-work.ts';
import { MissingArea } from '../stage/missing-area.tsx';
import { useWords } from '../use-words.ts';
import { FailedPhoto } from './failed-photo.tsx';
import { markOf } from './mark-of.ts';
import { type PhotoFile, readyOf } from './use-photo-file.ts';

export interface FileSectionProps {
  file: PhotoFile;
  documentId: ChosenId;
  /** Name of the image's file. */
  imageName: string;
}

/** Shows the finished file with its pixel size, resolution and file size, and its download button. */
export function FileSection({ file, documentId, imageName }: FileSectionProps) {
  const { t, units, sizePx, fullName } = useWords();
  const reductionWords = useReductionWords();
  const ready = readyOf(file);
  const kind = markOf(documentId, ready?.photo.isForOtherUses ?? false);
  const name = safeFileName(imageName, { fallback: t('tool:photo.fileName'), ending: 'jpg', kind });
  const [isWanted, setWanted] = useState(false);
  // A failure, or another image, ends the wait at once: a later file is not saved by itself.
  if (isWanted && (file.state === 'failed' || file.state === 'none')) setWanted(false);
  // A press while the file is rendered waits for the new file: moving the focus from a guide to the button places the
  // photo again, which renders a new file.
  useEffect(() => {
    if (!isWanted || file.state !== 'ready') return undefined;
    const saving = setTimeout(() => {
      setWanted(false);
      download(file.result.file, name);
    });
    return () => clearTimeout(saving);
  }, [isWanted, file, name]);
  if (file.state === 'failed') {
    return <FailedPhoto file={file} />;
  }
  if (!ready) {
    return (
      <p className="flex items-center gap-2 text-13 text-soft">
        {file.state === 'rendering' && <Spinner />}
        <span>{t(file.state === 'rendering' ? 'view.file.rendering' : 'view.file.empty')}</span>
      </p>
    );
  }
  const { result, photo, url } = ready;
  const { transform, dotsPerInch, beyondPx } = photo.placement;
  const isTooNarrow = photo.background === 'original' && isBeyond(beyondPx);
  return (
    <div data-slot="photo-file" data-state={file.state} className="flex flex-col gap-4">
      <div className="flex items-start gap-4">
        <div className="relative w-28 flex-none self-start border border-line bg-sunk">
          <img src={url} alt={t('view.file.alt')} className="w-full" />
          <MissingArea photo={photo} className="absolute inset-0 size-full" />
        </div>
        <dl className="grid min-w-0 flex-1 gap-x-3 gap-y-1.5 text-13">
          <Fact label={t('figure.pixels')} value={sizePx(transform)} />
          <Fact label={t('view.file.resolution')} value={t('view.file.dpi', { value: dotsPerInch })} />
          <Fact
            label={t('figure.fileSize')}
            value={[units.bytes(result.file.size), reductionWords(result.reduction)].filter(Boolean).join(' · ')}
          />
        </dl>
      </div>
      {result.state === 'below-minimum' && (
        <p data-slot="below-minimum" className="text-13 text-danger">
          {t('advice.larger-file')}
        </p>
      )}
      {isTooNarrow && (
        <p data-slot="too-narrow" className="text-13 text-danger">
          {t('view.file.tooNarrow')}
        </p>
      )}
      {photo.isForOtherUses && (
        <p data-slot="other-uses" className="text-13 text-soft">
          {t('view.file.otherUses', { name: fullName(documentId) })}
        </p>
      )}
      <Button
        variant={isTooNarrow ? 'secondary' : 'primary'}
        size="lg"
        loading={isWanted && file.state === 'rendering'}
        onClick={() => setWanted(true)}
      >
        <Download aria-hidden />
        {t('view.file.download')}
      </Button>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-12 text-faint">{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}
