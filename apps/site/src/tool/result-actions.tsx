import type { Segmentation } from '@isola/segmenter';
import { Button } from '@isola/ui/button';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { download } from './download.ts';
import { LookCloser } from './look-closer.tsx';
import type { Photo } from './removal.ts';
import { ResultFacts } from './result-facts.tsx';
import { ResultNotes } from './result-notes.tsx';
import { safeFileName } from './safe-file-name.ts';
import { siteRemoval } from './site-removal.ts';

/** What can be done with a result until the editor is there, and if the network never brings it. */
export function ResultActions({ photo, result }: { photo: Photo; result: Segmentation }) {
  const { t } = useTranslation('tool');
  return (
    <>
      <ResultNotes result={result} />
      <Button
        variant="primary"
        size="lg"
        data-main
        onClick={() =>
          download(
            result.png,
            safeFileName(photo.name, { fallback: t('photo.fileName'), ending: 'png', kind: 'cutout' }),
          )
        }
      >
        <Download aria-hidden />
        {t('download', { format: 'PNG' })}
      </Button>
      <LookCloser result={result} />
      <Button variant="ghost" onClick={siteRemoval.reset} className="pointer-coarse:h-11">
        {t('another')}
      </Button>
      <ResultFacts result={result} />
    </>
  );
}
