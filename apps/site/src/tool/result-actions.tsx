import type { Segmentation } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
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

/** Why the editor is not there, with another try where one can help. */
export type EditorProblem =
  /** `missing`: its code or its words did not load. `crashed`: it threw an error. */
  | { readonly kind: 'missing' | 'crashed'; readonly retry: () => void }
  /** The browser has no workers, in which all editing is computed. */
  | { readonly kind: 'unsupported' };

export interface ResultActionsProps {
  photo: Photo;
  result: Segmentation;
  problem: EditorProblem | undefined;
}

/** What can be done with a result without the editor. */
export function ResultActions({ photo, result, problem }: ResultActionsProps) {
  const { t } = useTranslation('tool');
  return (
    <>
      {problem && (
        <Banner
          tone="danger"
          title={t(`editor.${problem.kind}.title`)}
          data-code={`editor-${problem.kind}`}
          actions={
            'retry' in problem && (
              <Button size="sm" onClick={problem.retry} className="pointer-coarse:h-11">
                {t('retry')}
              </Button>
            )
          }
        >
          {t(`editor.${problem.kind}.text`)}
        </Banner>
      )}
      <ResultNotes result={result} />
      <Button
        variant="primary"
        size="lg"
        data-main
        onClick={() => {
          download(
            result.png,
            safeFileName(photo.name, { fallback: t('photo.fileName'), ending: 'png', kind: 'cutout' }),
          );
          // Where this does not load, a question is asked once too often.
          void import('./keep/site-keep.ts')
            .then(({ noteCutoutSaved }) => noteCutoutSaved(photo))
            .catch(() => undefined);
        }}
      >
        <Download aria-hidden />
        {t('download', { format: 'PNG' })}
      </Button>
      <LookCloser result={result} />
      <Button variant="ghost" onClick={() => void siteRemoval.reset()} className="pointer-coarse:h-11">
        {t('another')}
      </Button>
      <ResultFacts result={result} />
    </>
  );
}
