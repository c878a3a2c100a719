import { createContext, useEffect, useState } from 'react';

import type { Editor } from '../../editor.ts';
import type { RenderingState } from '../../rendering/create-rendering.ts';

/** Time after which work on a background is shown, in ms. A shorter wait is not noticed. */
const shownAfterMs = 150;

/** True while the chosen background is being rendered and the wait is noticeable. */
export const BusyBackground = createContext(false);

/**
 * Follows the rendering without a render for each of its changes.
 * @returns whether the canvas has waited noticeably long for the current state.
 */
export function useBusyBackground({ rendering }: Pick<Editor, 'rendering'>): boolean {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = ({ isCutout, isViewCurrent, failure }: RenderingState) => {
      if (!isCutout && !isViewCurrent && !failure) {
        timer ??= setTimeout(() => setBusy(true), shownAfterMs);
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      setBusy(false);
    };
    follow(rendering.getState());
    const stop = rendering.subscribe(follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [rendering]);
  return isBusy;
}
