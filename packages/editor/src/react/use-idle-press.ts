import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Edit } from '../edits/define-edit.ts';
import { isSeedClick } from '../edits/seed-click.ts';
import type { Editor } from '../editor.ts';

/** A press that changed nothing is no step: it is taken back, and what to press instead is said. */
export function useRevertIdleClick({ document: { history }, rendering }: Editor, say: (words: string) => void): void {
  const { t } = useTranslation('editor');
  const idleMark = useStore(rendering, (state) => state.idleMark);
  const takeBack = useEffectEvent((mark: Edit) => {
    const { state, isPreview: trial, undoable } = history.getState();
    // Steps may have been taken since.
    const isLast = !trial && state.matte.edits.at(-1) === mark;
    if (!isSeedClick(mark) || !isLast || undoable !== mark.action) return;
    history.undo();
    say(t('refine.noEffect', { hint: t(`refine.hint.${mark.action}`) }));
  });
  useEffect(() => {
    if (idleMark) takeBack(idleMark);
  }, [idleMark]);
}
