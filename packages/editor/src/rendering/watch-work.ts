import type { ImageDocument } from '../document/image-document.ts';
import type { Rendering } from './create-rendering.ts';

/** Output that has just become ready; `nothing` once it is outdated. */
export type Ready = 'nothing' | 'cutout' | 'result';

/** Shortest wait that is announced. A reader who waited less has not lost attention. */
const longWaitMs = 1000;

/**
 * Follows the work on a document: a change of the cutout is always told, a composition only where it took its time.
 * @param now milliseconds, growing.
 * @returns ends it.
 */
export function watchWork(
  { history }: Pick<ImageDocument, 'history'>,
  rendering: Pick<Rendering, 'subscribe'>,
  tell: (ready: Ready) => void,
  now: () => number = () => performance.now(),
): () => void {
  let changedAtMs: number | undefined;
  let cutoutIsNew = false;
  const stopHistory = history.subscribe(() => {
    changedAtMs = now();
    // Empty in between: the same words twice would not be heard twice.
    tell('nothing');
  });
  const stopRendering = rendering.subscribe((state, last) => {
    if (changedAtMs === undefined) return;
    cutoutIsNew ||= state.cutoutVersion > last.cutoutVersion;
    if (last.isRefining && !state.isRefining && !state.failure && cutoutIsNew) {
      cutoutIsNew = false;
      tell('cutout');
    } else if (state.view && state.view !== last.view && state.view.quality === 'draft') {
      if (now() - changedAtMs >= longWaitMs) tell('result');
    }
  });
  return () => {
    stopHistory();
    stopRendering();
  };
}
