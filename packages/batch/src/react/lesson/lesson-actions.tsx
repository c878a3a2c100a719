import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { useBatch } from '../batch-context.tsx';

export interface LessonActionsProps {
  id: string;
  /** True while the stage shows what the lesson changed. */
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  announce: (text: string) => void;
}

/** Buttons for an image that a lesson has changed: to see the change, to keep it, and to undo it. */
export function LessonActions({ id, isShown, onShow, announce }: LessonActionsProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const undo = () => {
    batch.undoLesson([id]).then(() => announce(t('lesson.undone')), reportError);
  };
  const keep = () => {
    batch.keepLesson([id]).then(() => announce(t('lesson.kept')), reportError);
  };
  return (
    <div data-slot="lesson-actions" className="flex flex-wrap items-center gap-2 text-13">
      <p className="min-w-0 flex-[1_1_12rem]">{t(isShown ? 'lesson.legend' : 'lesson.item')}</p>
      <Button size="sm" aria-pressed={isShown} onClick={() => onShow(!isShown)} className="pointer-coarse:h-11">
        {t('lesson.show')}
      </Button>
      <Button size="sm" onClick={keep} className="pointer-coarse:h-11">
        {t('lesson.keep')}
      </Button>
      <Button size="sm" onClick={undo} className="pointer-coarse:h-11">
        {t('lesson.undo')}
      </Button>
    </div>
  );
}
