import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Not in TypeScript's library yet. @see https://wicg.github.io/eyedropper-api/ */
interface EyeDropperConstructor {
  new (): { open(options?: { signal?: AbortSignal }): Promise<{ sRGBHex: string }> };
}

/**
 * Picks a colour from anywhere on the screen, where the browser can.
 *
 * @param onPick receives what was picked, as `#rrggbb`.
 * @returns opens the dropper; undefined where the browser has none, and in prerendered HTML.
 */
export function useEyeDropper(onPick: (hex: string) => void): (() => Promise<void>) | undefined {
  const EyeDropper = useSyncExternalStore(never, constructorHere, () => undefined);
  const opened = useRef<AbortController>(null);
  useEffect(() => () => opened.current?.abort(), []);
  if (!EyeDropper) return undefined;

  return async () => {
    opened.current = new AbortController();
    try {
      const { sRGBHex } = await new EyeDropper().open({ signal: opened.current.signal });
      onPick(sRGBHex.toLowerCase());
    } catch (error) {
      // The user pressed Escape, or the component was unmounted: that is no error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
  };
}

function constructorHere(): EyeDropperConstructor | undefined {
  return (window as { EyeDropper?: EyeDropperConstructor }).EyeDropper;
}

function never() {
  return () => {};
}
