import type { Segmentation } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { download } from '../../export/download.ts';
import { ImproveDetail } from './improve-detail.tsx';
import type { ImageDocument } from '../../document/image-document.ts';
import { ResultFacts } from './result-facts.tsx';
import { ResultNotes } from './result-notes.tsx';
import { safeFileName } from '../../export/safe-file-name.ts';
import { useEditorHost } from './editor-host.tsx';

/** Why the editor is not there, with another try where one can help. */
export type EditorProblem =
  /** `missing`: its code or its words did not load. `crashed`: it threw an error. */
  | { readonly kind: 'missing' | 'crashed'; readonly retry: () => void }
  /** The browser has no workers, in which all editing is computed. */
  | { readonly kind: 'unsupported' };

export interface ResultActionsProps {
  document: ImageDocument;
  result: Segmentation;
  problem: EditorProblem | undefined;
}

/** What can be done with a result without the editor. */
export function ResultActions({ document, result, problem }: ResultActionsProps) {
  const { t } = useTranslation('tool');
  const { session, loadPersistence } = useEditorHost();
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
            safeFileName(document.image.name, { fallback: t('photo.fileName'), ending: 'png', kind: 'cutout' }),
          );
          // Where this does not load, a question is asked once too often.
          loadPersistence?.().then(
            ({ autosave }) => autosave.noteCutoutSaved(document),
            () => undefined,
          );
        }}
      >
        <Download aria-hidden />
        {t('download', { format: 'PNG' })}
      </Button>
      <ImproveDetail result={result} />
      <Button variant="ghost" onClick={() => void session.reset()} className="pointer-coarse:h-11">
        {t('another')}
      </Button>
      <ResultFacts result={result} />
    </>
  );
}
