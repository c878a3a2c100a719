import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useFileDrop } from '@isola/ui/drop-zone';
import { ImagePlus, RotateCcw, Scissors } from 'lucide-react';
import { type ChangeEvent, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../../editor.ts';
import { canSucceedLater } from '../../model/failure.ts';
import { CancelButton, useEscape } from '../canvas/work-note.tsx';
import { ConversionNote } from '../convert/lazy-conversion-note.ts';
import { useAnnouncement } from '../help/use-announcement.ts';
import { imageTypes } from '../import/import-context.ts';
import { useCapturedPaste } from '../import/use-captured-paste.ts';
import { useTransfer } from '../import/use-transfer.tsx';
import { FailureBanner } from '../session/failure-banner.tsx';
import { SegmentationStages } from '../session/segmentation-stages.tsx';
import { RecentSubjects } from './recent-subjects.tsx';
import { type AddingState, type SubjectAdding, useSubjectAdding } from './use-subject-adding.ts';

export interface AddSubjectProps {
  editor: Editor;
  /** True when the document has as many layers as it can have. */
  isFull: boolean;
}

/**
 * Adds the subject of another image, with its progress and its failures: of a file that is chosen, dropped here or pasted anywhere on
 * the page, or of a recent image.
 */
export function AddSubject({ editor, isFull }: AddSubjectProps) {
  const { t } = useTranslation(['editor', 'tool', 'common']);
  const [said, say] = useAnnouncement();
  const subjects = useSubjectAdding(editor, (name) =>
    say(t('layers.subjectAdded', { name: name || t('layers.otherSubject') })),
  );
  const { adding, take, takeSaved, cancel } = subjects;
  const isBusy = adding.state === 'working' || adding.state === 'reading';
  useEscape(isBusy, cancel);
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOff = isFull || isBusy;
  /** Reason why the last image that was dropped or pasted was not taken. */
  const [refusal, setRefusal] = useState<'full' | 'busy'>();
  const takeFirst = ([file]: readonly File[]) => {
    if (!file) return;
    if (isOff) return setRefusal(isFull ? 'full' : 'busy');
    setRefusal(undefined);
    take(file);
  };
  const { receive, sheet } = useTransfer(takeFirst);
  // It takes drops and pastes even while it is off, because the page would otherwise open the file in place of the image.
  const paste = useCapturedPaste(true, (file) => takeFirst([file]), receive);
  const drop = useFileDrop({
    target: place,
    onFiles: paste.take,
    onTransfer: (transfer) => receive(transfer, 'drop'),
  });
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The field is cleared, because picking the same file a second time would otherwise fire no change event.
    event.target.value = '';
    takeFirst(files);
  };
  const choose = () => input.current?.click();
  return (
    <div
      ref={place}
      data-slot="add-subject"
      data-state={isBusy ? 'working' : drop}
      className="flex flex-col gap-2 rounded-md data-[state=over]:bg-accent-wash"
    >
      <input ref={input} type="file" hidden data-slot="subject-file" accept={imageTypes} onChange={pick} />
      <Button
        wrap
        // A button that becomes `disabled` by its own press loses the focus, so `aria-disabled` is used instead.
        aria-disabled={isOff}
        onClick={() => isOff || choose()}
        className="w-full aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:min-h-11"
      >
        <Scissors aria-hidden />
        {t('layers.addSubject')}
      </Button>
      {(adding.state === 'idle' || adding.state === 'reading') && (
        <p className="text-13 text-soft">{t('layers.addSubjectHint')}</p>
      )}
      {adding.state === 'working' && <Working adding={adding} cancel={cancel} />}
      {(refusal === 'busy' || (refusal === 'full' && isFull)) && (
        <Banner
          tone="warning"
          title={t(refusal === 'full' ? 'layers.subjectFull' : 'layers.subjectBusy')}
          data-code={refusal}
          onDismiss={() => setRefusal(undefined)}
          dismissLabel={t('common:dismiss')}
        />
      )}
      <Outcome {...subjects} choose={choose} />
      {adding.state === 'idle' && adding.conversion && (
        <Suspense>
          <ConversionNote conversion={adding.conversion} onDismiss={subjects.dismiss} />
        </Suspense>
      )}
      <RecentSubjects
        disabled={isOff}
        readingId={adding.state === 'reading' ? adding.id : undefined}
        onChoose={takeSaved}
      />
      {sheet}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Working({ adding, cancel }: { adding: Extract<AddingState, { state: 'working' }>; cancel: () => void }) {
  return (
    <>
      <SegmentationStages progress={adding.progress} stageStartedAtMs={adding.stageStartedAtMs} />
      <CancelButton cancel={cancel} className="self-start" />
    </>
  );
}

/** Message about work that added nothing, with ways on. */
function Outcome({
  adding,
  take,
  addWhole,
  dismiss,
  choose,
}: Pick<SubjectAdding, 'adding' | 'take' | 'addWhole' | 'dismiss'> & { choose: () => void }) {
  const { t } = useTranslation(['editor', 'tool', 'common']);
  switch (adding.state) {
    case 'idle':
    case 'working':
    case 'reading':
      return null;
    case 'nothing': {
      const { whole, name } = adding;
      return (
        <Banner
          tone="warning"
          title={t('layers.noSubject')}
          data-code="nothing"
          actions={
            <>
              <Button size="sm" onClick={choose} className="pointer-coarse:h-11">
                {t('layers.chooseOther')}
              </Button>
              {whole && (
                <Button size="sm" onClick={() => addWhole(whole, name)} className="pointer-coarse:h-11">
                  <ImagePlus aria-hidden />
                  {t('layers.addWhole')}
                </Button>
              )}
            </>
          }
          onDismiss={dismiss}
          dismissLabel={t('common:dismiss')}
        >
          <p>{t('layers.noSubjectText')}</p>
        </Banner>
      );
    }
    case 'full':
      return (
        <Banner
          tone="warning"
          title={t('layers.subjectFull')}
          data-code="full"
          onDismiss={dismiss}
          dismissLabel={t('common:dismiss')}
        />
      );
    case 'unreadable':
      return (
        <Banner
          tone="warning"
          title={t(`saved.failed.${adding.why}`)}
          data-code={adding.why}
          onDismiss={dismiss}
          dismissLabel={t('common:dismiss')}
        />
      );
    case 'failed': {
      const { failure, file, retry } = adding;
      return (
        <FailureBanner
          failure={failure}
          foreignFiles={failure.format && file && [file]}
          onConverted={([converted]) => take(converted.file, converted.conversion)}
          onDismiss={dismiss}
          actions={
            canSucceedLater(failure) && (
              <Button size="sm" onClick={retry} className="pointer-coarse:h-11">
                <RotateCcw aria-hidden />
                {t('tool:retry')}
              </Button>
            )
          }
        />
      );
    }
    default:
      return adding satisfies never;
  }
}
