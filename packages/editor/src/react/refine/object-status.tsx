import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { useTranslation } from 'react-i18next';

import { useEscape, WorkFailure, workNoteLook, workNotePlace } from '../canvas/work-note.tsx';
import type { ObjectClicks } from './use-object-clicks.ts';

/**
 * Note over the image while the object at a click is being looked for, and after it could not be found. On
 * a phone the panel lies over the lower part of the image, so the note is at the top.
 */
export function ObjectStatus({ clicks: { waiting, failure, cancel, retry } }: { clicks: ObjectClicks }) {
  const { t } = useTranslation(['editor', 'tool']);
  useEscape(waiting > 0, cancel);
  return (
    <div className={workNotePlace}>
      <p role="status" className={waiting > 0 ? workNoteLook : 'sr-only'}>
        {waiting > 0 && (
          <>
            <Spinner />
            <span>{t('refine.looking')}</span>
            <Button variant="ghost" size="sm" onClick={cancel} className="pointer-events-auto pointer-coarse:h-11">
              {t('tool:cancel')}
            </Button>
          </>
        )}
      </p>
      {failure && <WorkFailure failure={failure} retry={retry} />}
    </div>
  );
}
