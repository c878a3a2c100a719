import type { DisputedPart } from '@isola/segmenter';
import { useMemo } from 'react';
import { useStore } from 'zustand';

import type { Editor } from '../editor.ts';
import { openParts } from '../triage/open-parts.ts';
import { useEditedMatte } from './use-edited-matte.ts';

/** @returns the disputed parts that the user has not kept or cleared yet, the largest first. */
export function useOpenParts(editor: Editor): readonly DisputedPart[] {
  const { document, segmentation } = editor;
  const matte = useEditedMatte(editor);
  const edits = useStore(document.history, ({ state }) => state.matte.edits);
  return useMemo(() => openParts({ ...segmentation, matte, edits }), [segmentation, matte, edits]);
}
