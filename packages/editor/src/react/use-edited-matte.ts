import type { Matte } from '@isola/imaging';
import { useEffect, useState } from 'react';

import { initialState } from '../schema/initial-state.ts';
import type { Editor } from '../editor.ts';
import { useDocumentState } from './use-recipe.ts';

/** @returns the matte as it was last edited; while a change of it is worked out, the one before. */
export function useEditedMatte({ document, rendering, segmentation: result }: Editor): Matte {
  const { state: recipe, isPreview: trial } = useDocumentState(document);
  const { matte: edits } = recipe;
  const [edited, setEdited] = useState<Matte>();
  const isFirst = edits === initialState.matte;
  useEffect(() => {
    if (trial || isFirst) return undefined;
    const own = new AbortController();
    rendering.editedMatte(edits, own.signal).then(setEdited, () => {
      // Aborted, or the rendering itself says what failed; the last one is still right enough to be looked at.
    });
    return () => own.abort();
  }, [rendering, edits, trial, isFirst]);
  return isFirst ? result.matte : (edited ?? result.matte);
}
