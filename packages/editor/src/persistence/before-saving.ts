/**
 * Calls a function before `followDocument` saves the last steps, because the page is hidden or about to be left.
 * @returns a function that ends this.
 */
export function beforeSaving(act: () => void): () => void {
  const ending = new AbortController();
  // `followDocument` listens to the same events without `capture`, so that its listeners are called later.
  const options = { capture: true, signal: ending.signal };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') act();
  };
  document.addEventListener('visibilitychange', onVisibilityChange, options);
  addEventListener('pagehide', act, options);
  addEventListener('beforeunload', act, options);
  return () => ending.abort();
}
