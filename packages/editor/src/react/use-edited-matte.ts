import type { Matte } from '@isola/imaging';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';

import { initialState } from '../schema/initial-state.ts';
import type { Editor } from '../editor.ts';

/** @returns the matte with the latest committed edits; the previous one while they are being computed. */
export function useEditedMatte({ document, rendering, segmentation: result }: Editor): Matte {
  const { history } = document;
  // Previews are ignored.
  const edits = useStore(history, ({ state, isPreview }) => (isPreview ? undefined : state.matte));
  const isFirst = useStore(history, ({ state }) => state.matte === initialState.matte);
  const [edited, setEdited] = useState<Matte>();
  useEffect(() => {
    if (!edits || isFirst) return undefined;
    const own = new AbortController();
    rendering.editedMatte(edits, own.signal).then(setEdited, () => {
      // The request was aborted, or the rendering reports the failure. The previous matte is accurate enough for
      // display.
    });
    return () => own.abort();
  }, [rendering, edits, isFirst]);
  return isFirst ? result.matte : (edited ?? result.matte);
}
