import type { ImageDocument } from '../document/image-document.ts';
import type { Rendering } from './create-rendering.ts';

/** Output that has just become ready; `nothing` once it is outdated. */
export type Ready = 'nothing' | 'cutout' | 'result';

/**
 * Shortest wait that is announced, in milliseconds. After a shorter wait the user's attention is still on the result.
 */
const longWaitMs = 1000;

/**
 * Reports finished work on a document: every change of the cutout, and a composition that took long.
 * @param tell Receives the output that is ready.
 * @param now Returns a monotonic time in milliseconds.
 * @returns a function that ends the reports.
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
    // A screen reader announces the same text again only if the text was empty in between.
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
