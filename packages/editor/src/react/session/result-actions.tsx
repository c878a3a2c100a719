import { download, safeFileName } from '@isola/files';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from './failure-banner.tsx';
import { ImproveDetail } from './improve-detail.tsx';
import type { ImageDocument } from '../../document/image-document.ts';
import { ResultFacts } from './result-facts.tsx';
import { ResultNotes } from './result-notes.tsx';
import type { Failure } from '../../model/failure.ts';
import { useEditorHost } from './editor-host.tsx';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

/** Reason why the editor is not available, with a retry if one can help. */
export type EditorProblem =
  /** `missing`: the editor's code or texts did not load. `crashed`: the editor threw an error. */
  | { readonly kind: 'missing' | 'crashed'; readonly retry: () => void }
  /** The browser has no web workers, which compute all edits. */
  | { readonly kind: 'unsupported' };

export interface ResultActionsProps {
  document: ImageDocument;
  result: ImageSegmentation;
  problem: EditorProblem | undefined;
}

/** Actions on a result that are possible without the editor. */
export function ResultActions({ document, result, problem }: ResultActionsProps) {
  const { t } = useTranslation('tool');
  const { session, loadPersistence } = useEditorHost();
  const [writing, setWriting] = useState<'under-way' | Failure>();
  const save = async () => {
    setWriting('under-way');
    try {
      const file = await result.png.write();
      download(
        file,
        safeFileName(document.image.name, { fallback: t('photo.fileName'), ending: 'png', kind: 'cutout' }),
      );
      setWriting(undefined);
    } catch (error) {
      setWriting({ code: 'processing-failed', detail: String(error) });
      return;
    }
    // If the module fails to load, the user is asked about unsaved changes once too often.
    loadPersistence?.().then(
      ({ autosave }) => autosave.noteCutoutSaved(document),
      () => undefined,
    );
  };
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
      {typeof writing === 'object' && <FailureBanner failure={writing} onDismiss={() => setWriting(undefined)} />}
      <ResultNotes result={result} />
      <Button variant="primary" size="lg" data-main loading={writing === 'under-way'} onClick={() => void save()}>
        {writing !== 'under-way' && <Download aria-hidden />}
        <span>{t('download', { format: 'PNG' })}</span>
      </Button>
      <ImproveDetail result={result} />
      <Button variant="ghost" onClick={() => void session.reset()} className="pointer-coarse:h-11">
        {t('another')}
      </Button>
      <ResultFacts result={result} />
    </>
  );
}
