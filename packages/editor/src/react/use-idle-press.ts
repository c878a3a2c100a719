import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Edit } from '../model/edit.ts';
import { isSeedClick } from '../edits/seed-click.ts';
import type { Editor } from '../editor.ts';

/** Undoes a seed click that changed nothing, and announces what to click instead. */
export function useRevertIdleClick({ document: { history }, rendering }: Editor, say: (words: string) => void): void {
  const { t } = useTranslation('editor');
  const idleEdit = useStore(rendering, (state) => state.idleEdit);
  const takeBack = useEffectEvent((edit: Edit) => {
    const { state, isPreview: trial, undoable } = history.getState();
    // Other steps may have been committed since the click.
    const isLast = !trial && state.matte.edits.at(-1) === edit;
    if (!isSeedClick(edit) || !isLast || undoable !== edit.action) return;
    history.undo();
    say(t('refine.noEffect', { hint: t(`refine.hint.${edit.action}`) }));
  });
  useEffect(() => {
    if (idleEdit) takeBack(idleEdit);
  }, [idleEdit]);
}
