import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { ScanFace } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../../editor.ts';
import type { FindFaces } from '../../image/find-faces.ts';
import { CancelButton, useEscape, WorkFailure } from '../canvas/work-note.tsx';
import { type FaceBlurState, useFaceBlur } from './use-face-blur.ts';

export interface BlurGroupProps {
  editor: Editor;
  /** Finds the faces; a test replaces it. */
  find?: FindFaces;
}

/** Button that makes all faces unrecognisable, and how to do so with a number plate. */
export function BlurGroup({ editor, find }: BlurGroupProps) {
  const { t } = useTranslation('editor');
  const title = useId();
  const { outcome, start, cancel } = useFaceBlur(editor, find);
  const isBusy = outcome.state === 'busy';
  useEscape(isBusy, cancel);
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2 border-t border-line pt-4">
      <h4 id={title} className="text-14 font-medium">
        {t('retouch.blur')}
      </h4>
      <Button
        // A button that becomes `disabled` by its own press loses the focus, so `aria-disabled` is used instead.
        aria-disabled={isBusy}
        onClick={() => !isBusy && start()}
        className="w-full aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
      >
        <ScanFace aria-hidden />
        {t('retouch.blurFaces')}
      </Button>
      <div className="flex items-center gap-2 text-13 text-soft">
        <p role="status" className="flex items-center gap-2">
          <Outcome outcome={outcome} />
        </p>
        {isBusy && <CancelButton cancel={cancel} />}
      </div>
      {outcome.state === 'failed' && <WorkFailure failure={outcome.failure} retry={start} />}
      <p className="text-13 text-soft">{t('retouch.blurPlates')}</p>
    </section>
  );
}

function Outcome({ outcome }: { outcome: FaceBlurState }) {
  const { t } = useTranslation('editor');
  switch (outcome.state) {
    case 'busy':
      return (
        <>
          <Spinner />
          <span>{t('retouch.blurBusy')}</span>
        </>
      );
    case 'done':
      return outcome.count > 0 ? <Blurred count={outcome.count} /> : <span>{t('retouch.blurNone')}</span>;
    case 'full':
      return <span>{t('refine.full')}</span>;
    case 'idle':
    case 'failed':
      return null;
    default:
      return outcome satisfies never;
  }
}

/** Number of blurred faces, and the advice to look for others: the search misses faces in profile or in the dark. */
function Blurred({ count }: { count: number }) {
  const { t } = useTranslation('editor');
  return (
    <span>
      <span className="block text-ink">{t('retouch.blurred', { count })}</span>
      <span>{t('retouch.blurCheck')}</span>
    </span>
  );
}
