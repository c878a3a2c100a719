import { formatNumber, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { type ComponentProps, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch, useBatchState } from '../batch-context.tsx';
import { useFailureTitle } from '../use-failure-title.ts';

export interface LessonNoteProps {
  /** An image that was just corrected, whose correction can be applied to the others. */
  offeredId: string | undefined;
  /** Called when the offer was accepted or refused. */
  onAnswered: () => void;
  /** Opens the large view of an image. */
  onLook: (id: string) => void;
  announce: (text: string) => void;
}

/** Offers to apply a correction to the other images, and shows the progress and what was changed. */
export function LessonNote({ offeredId, onAnswered, onLook, announce }: LessonNoteProps) {
  const { t, i18n } = useTranslation(['batch', 'common']);
  const batch = useBatch();
  const lesson = useBatchState((state) => state.lesson);
  const firstTaughtId = useBatchState(({ items }) => items.find(({ isTaught }) => isTaught)?.id);
  const isOffered = useBatchState(
    ({ items }) => items.length > 1 && items.some(({ id, isCorrected }) => id === offeredId && isCorrected),
  );
  const failureTitle = useFailureTitle();
  const note = useRef<HTMLDivElement>(null);
  const number = (value: number) => formatNumber(i18n.language as Locale, value);
  const dismissal = { onDismiss: batch.stopTeaching, dismissLabel: t('common:dismiss') };
  const undoAll = () => {
    batch.undoLesson().then(() => announce(t('lesson.undone')), reportError);
  };

  if (isOffered && offeredId !== undefined) {
    const apply = () => {
      onAnswered();
      void batch.teach(offeredId);
    };
    return (
      <Note
        title={t('lesson.offer')}
        onDismiss={onAnswered}
        dismissLabel={t('common:dismiss')}
        actions={<NoteButton onClick={apply}>{t('lesson.apply')}</NoteButton>}
      >
        {t('lesson.offerText')}
      </Note>
    );
  }
  switch (lesson?.state) {
    case undefined:
      return null;
    case 'learning':
      return (
        <Note
          title={t('lesson.learning')}
          actions={<NoteButton onClick={batch.stopTeaching}>{t('lesson.stop')}</NoteButton>}
        />
      );
    case 'too-small':
      return (
        <Note tone="warning" title={t('lesson.tooSmall')} {...dismissal}>
          {t('lesson.tooSmallText')}
        </Note>
      );
    case 'failed':
      return (
        <Note tone="danger" title={t('lesson.failedToLearn')} {...dismissal}>
          {failureTitle(lesson.failure)}
        </Note>
      );
    case 'applying': {
      const progress = t('bar.progress', { done: number(lesson.tried), total: number(lesson.total) });
      return (
        <Note
          ref={note}
          tabIndex={-1}
          title={t('lesson.applying', { progress })}
          actions={<NoteButton onClick={batch.stopTeaching}>{t('lesson.stop')}</NoteButton>}
        />
      );
    }
    case 'applied': {
      const failed = lesson.failed > 0 ? t('lesson.failed', { count: lesson.failed }) : '';
      const retry = () => {
        // The pressed button is removed. The note stays, and says how the lesson proceeds.
        note.current?.focus();
        batch.retryLesson();
      };
      const retryButton = lesson.failed > 0 && (
        <NoteButton onClick={retry}>{t('retryFailed', { count: lesson.failed })}</NoteButton>
      );
      if (lesson.changed === 0 || firstTaughtId === undefined) {
        return (
          <Note
            ref={note}
            tabIndex={-1}
            tone={failed === '' ? 'info' : 'warning'}
            // The same thing may be in the images that could not be checked.
            title={failed || t('lesson.none')}
            actions={retryButton}
            {...dismissal}
          />
        );
      }
      return (
        <Note
          ref={note}
          tabIndex={-1}
          title={t('lesson.changed', { count: lesson.changed })}
          actions={
            <>
              {retryButton}
              <NoteButton onClick={() => onLook(firstTaughtId)}>{t('lesson.look')}</NoteButton>
              <NoteButton variant="ghost" onClick={() => void batch.keepLesson()}>
                {t('lesson.keepAll')}
              </NoteButton>
              <NoteButton variant="ghost" onClick={undoAll}>
                {t('lesson.undoAll')}
              </NoteButton>
            </>
          }
        >
          {[t('lesson.changedText'), failed].filter(Boolean).join(' ')}
        </Note>
      );
    }
    default:
      return lesson satisfies undefined;
  }
}

function Note(props: ComponentProps<typeof Banner>) {
  return <Banner data-slot="lesson-note" {...props} />;
}

function NoteButton(props: ComponentProps<typeof Button>) {
  return <Button size="sm" className="pointer-coarse:h-11" {...props} />;
}
