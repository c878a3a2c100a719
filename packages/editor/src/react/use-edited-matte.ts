import type { Matte } from '@isola/imaging';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';

import { initialState } from '../schema/initial-state.ts';
import type { Editor } from '../editor.ts';

/** @returns the matte as it was last edited; while a change of it is worked out, the one before. */
export function useEditedMatte({ document, rendering, segmentation: result }: Editor): Matte {
  const { history } = document;
  // The hook does not follow previews.
  const edits = useStore(history, ({ state, isPreview }) => (isPreview ? undefined : state.matte));
  const isFirst = useStore(history, ({ state }) => state.matte === initialState.matte);
  const [edited, setEdited] = useState<Matte>();
  useEffect(() => {
    if (!edits || isFirst) return undefined;
    const own = new AbortController();
    rendering.editedMatte(edits, own.signal).then(setEdited, () => {
      // Aborted, or the rendering itself says what failed; the last one is still right enough to be looked at.
    });
    return () => own.abort();
  }, [rendering, edits, isFirst]);
  return isFirst ? result.matte : (edited ?? result.matte);
}
