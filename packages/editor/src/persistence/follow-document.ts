import type { ImageDocument } from '../document/image-document.ts';
import { whenIdle } from '../model/when-idle.ts';
import { prepareSaving } from './before-saving.ts';
import { idleLimitMs } from './thumbnails.ts';

/**
 * Saves the steps of a document while it is open: when the browser is idle, when the page is hidden, and before and when
 * it is left. While work is at risk, the browser asks before the page is left.
 * @returns a function that ends this. It does not save.
 */
export function followDocument(
  { history }: Pick<ImageDocument, 'history'>,
  save: () => void,
  isAtRisk: () => boolean,
): () => void {
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    save();
  };
  const stopListening = history.subscribe(() => {
    cancel ??= whenIdle(flush, idleLimitMs);
  });
  const leave = () => {
    prepareSaving();
    flush();
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') leave();
  };
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    // Until the next page arrives there is time to write, which there may not be once this page is hidden.
    leave();
    if (isAtRisk()) event.preventDefault();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  addEventListener('pagehide', leave);
  addEventListener('beforeunload', onBeforeUnload);
  return () => {
    stopListening();
    document.removeEventListener('visibilitychange', onVisibilityChange);
    removeEventListener('pagehide', leave);
    removeEventListener('beforeunload', onBeforeUnload);
    cancel?.();
  };
}
