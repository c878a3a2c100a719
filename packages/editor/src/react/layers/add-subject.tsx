import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useFileDrop } from '@isola/ui/drop-zone';
import { RotateCcw, Scissors } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../../editor.ts';
import { canSucceedLater } from '../../model/failure.ts';
import { useEscape } from '../canvas/work-note.tsx';
import { useAnnouncement } from '../help/use-announcement.ts';
import { imageTypes } from '../import/import-context.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import { SegmentationStages } from '../session/segmentation-stages.tsx';
import { type AddingState, type SubjectAdding, useSubjectAdding } from './use-subject-adding.ts';

export interface AddSubjectProps {
  editor: Editor;
  /** True when the document has as many layers as it can have. */
  isFull: boolean;
}

/** Button, and place for a drop, that cuts another subject out of a file and adds it, with its progress and its failures. */
export function AddSubject({ editor, isFull }: AddSubjectProps) {
  const { t } = useTranslation(['editor', 'tool']);
  const [said, say] = useAnnouncement();
  const subjects = useSubjectAdding(editor, (name) =>
    say(t('layers.subjectAdded', { name: name || t('layers.otherSubject') })),
  );
  const { adding, take, cancel } = subjects;
  const isBusy = adding.state === 'working';
  useEscape(isBusy, cancel);
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOff = isFull || isBusy;
  const takeFirst = ([file]: readonly File[]) => {
    if (file && !isOff) take(file);
  };
  // It takes drops even while it is off, because the page would otherwise open the file in place of the image.
  const drop = useFileDrop({ target: place, onFiles: takeFirst });
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The field is cleared, because picking the same file a second time would otherwise fire no change event.
    event.target.value = '';
    takeFirst(files);
  };
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
        onClick={() => isOff || input.current?.click()}
        className="w-full aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:min-h-11"
      >
        <Scissors aria-hidden />
        {t('layers.addSubject')}
      </Button>
      {adding.state === 'idle' && <p className="text-13 text-soft">{t('layers.addSubjectHint')}</p>}
      {isBusy && <Working adding={adding} cancel={cancel} />}
      {adding.state === 'failed' && <Failed {...subjects} adding={adding} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Working({ adding, cancel }: { adding: Extract<AddingState, { state: 'working' }>; cancel: () => void }) {
  const { t } = useTranslation('tool');
  return (
    <>
      <SegmentationStages progress={adding.progress} stageStartedAtMs={adding.stageStartedAtMs} />
      <Button variant="ghost" size="sm" onClick={cancel} className="self-start pointer-coarse:h-11">
        {t('cancel')}
      </Button>
    </>
  );
}

function Failed({
  adding: { failure, file },
  take,
  dismiss,
}: { adding: Extract<AddingState, { state: 'failed' }> } & Pick<SubjectAdding, 'take' | 'dismiss'>) {
  const { t } = useTranslation(['editor', 'tool', 'common']);
  if (failure === 'nothing') {
    return (
      <Banner
        tone="warning"
        title={t('layers.noSubject')}
        data-code="nothing"
        onDismiss={dismiss}
        dismissLabel={t('common:dismiss')}
      >
        <p>{t('layers.noSubjectText')}</p>
      </Banner>
    );
  }
  return (
    <FailureBanner
      failure={failure}
      foreignFile={failure.format && file}
      onConverted={take}
      onDismiss={dismiss}
      actions={
        canSucceedLater(failure) && (
          <Button size="sm" onClick={() => take(file)} className="pointer-coarse:h-11">
            <RotateCcw aria-hidden />
            {t('tool:retry')}
          </Button>
        )
      }
    />
  );
}
