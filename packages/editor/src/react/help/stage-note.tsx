import { IconButton } from '@isola/ui/icon-button';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';

const storageKey = 'editor-met';

export interface StageNoteProps {
  editor: Editor;
  /** Latest announcement. It replaces the hint. */
  said: string;
  /** True while the first tool is open. The hint is hidden for good by the first step or by another tool. */
  isFirstLook: boolean;
}

/** Line of text over the image: a hint about the next action on the user's very first result, and announcements. */
export function StageNote({ editor, said, isFirstLook }: StageNoteProps) {
  const { t } = useTranslation('editor');
  const isBegun = useStore(editor.document.history, ({ undoable }) => undoable !== undefined);
  const [isNew, setIsNew] = useState(isFirstVisit);
  const isOver = !isFirstLook || isBegun;
  useEffect(() => keepMet(), []);
  if (isNew && isOver) setIsNew(false);
  const isHint = isNew && !said;
  const look =
    'pointer-events-none flex max-w-full items-center gap-1 rounded-md border border-line bg-sheet text-13 text-ink shadow-float motion-safe:animate-enter';
  return (
    <div
      // On a phone the hint would cover the subject, so it is placed above the image.
      className={`pointer-events-none z-10 flex justify-center ${isHint ? 'max-md:p-3 max-md:pb-0 md:absolute md:inset-x-3 md:top-3' : 'absolute inset-x-3 top-3'}`}
    >
      {isHint && (
        <p data-slot="first-hint" className={`${look} ps-3.5 pe-1`}>
          <span className="py-1.5">
            <span className="pointer-coarse:hidden">{t('help.first')}</span>
            <span className="not-pointer-coarse:hidden">{t('help.firstTouch')}</span>
          </span>
          <IconButton
            size="sm"
            label={t('help.dismiss')}
            onClick={() => setIsNew(false)}
            className="pointer-events-auto pointer-coarse:size-11"
          >
            <X aria-hidden />
          </IconButton>
        </p>
      )}
      <p role="status" data-slot="said" className={said ? `${look} px-3.5 py-1.5` : 'sr-only'}>
        {said}
      </p>
    </div>
  );
}

function isFirstVisit(): boolean {
  try {
    return localStorage.getItem(storageKey) === null;
  } catch {
    return false;
  }
}

function keepMet(): void {
  try {
    localStorage.setItem(storageKey, 'yes');
  } catch {
    // Without storage the note appears again at the next visit.
  }
}
