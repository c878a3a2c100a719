import { Spinner } from '@isola/ui/spinner';
import { useTranslation } from 'react-i18next';

import { CancelButton, useEscape, WorkFailure, workNoteLook, workNotePlace } from '../canvas/work-note.tsx';
import type { ObjectClicks } from './use-object-clicks.ts';

/**
 * Note over the image while the object at a click is being looked for, and after it could not be found. On
 * a phone the panel lies over the lower part of the image, so the note is at the top.
 */
export function ObjectStatus({ clicks: { waiting, failure, cancel, retry } }: { clicks: ObjectClicks }) {
  const { t } = useTranslation('editor');
  useEscape(waiting > 0, cancel);
  return (
    <div className={workNotePlace}>
      <p role="status" className={waiting > 0 ? workNoteLook : 'sr-only'}>
        {waiting > 0 && (
          <>
            <Spinner />
            <span>{t('refine.looking')}</span>
            <CancelButton cancel={cancel} className="pointer-events-auto" />
          </>
        )}
      </p>
      {failure && <WorkFailure failure={failure} retry={retry} />}
    </div>
  );
}
