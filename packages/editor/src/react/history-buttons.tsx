import { IconButton } from '@isola/ui/icon-button';
import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { isTextField } from '../commands/is-text-field.ts';
import type { ImageDocument } from '../document/image-document.ts';
import { useAnnouncement } from './help/use-announcement.ts';
import { useDocumentState } from './use-recipe.ts';
import { useStepWords } from './use-step-words.ts';

/** Takes steps back and does them again: by these buttons, or with Ctrl or Cmd and Z. */
export function HistoryButtons({ document: { history }, document }: { document: ImageDocument }) {
  const { t } = useTranslation('editor');
  const { undoable, redoable } = useDocumentState(document);
  const wordOf = useStepWords();
  const [said, say] = useAnnouncement();
  const undo = () => {
    if (!undoable) return;
    say(t('history.undone', { step: wordOf(undoable) }));
    history.undo();
  };
  const redo = () => {
    if (!redoable) return;
    say(t('history.redone', { step: wordOf(redoable) }));
    history.redo();
  };
  useHistoryKeys(undo, redo);
  const undoLabel = undoable ? t('history.undoStep', { step: wordOf(undoable) }) : t('history.undo');
  const redoLabel = redoable ? t('history.redoStep', { step: wordOf(redoable) }) : t('history.redo');
  // Not `disabled` at either end: that would throw the keyboard's place away.
  const look =
    'pointer-coarse:size-11 aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 aria-disabled:hover:bg-transparent';
  return (
    <div className="flex gap-1">
      <IconButton label={undoLabel} title={undoLabel} aria-disabled={!undoable} onClick={undo} className={look}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton label={redoLabel} title={redoLabel} aria-disabled={!redoable} onClick={redo} className={look}>
        <Redo2 aria-hidden />
      </IconButton>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}

function useHistoryKeys(undo: () => void, redo: () => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(key === 'z' || key === 'y')) return;
    // A field for text has its own.
    if (isTextField(event.target)) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
