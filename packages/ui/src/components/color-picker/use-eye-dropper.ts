import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Constructor of the EyeDropper API, which TypeScript's DOM library lacks. @see https://wicg.github.io/eyedropper-api/
 */
interface EyeDropperConstructor {
  new (): { open(options?: { signal?: AbortSignal }): Promise<{ sRGBHex: string }> };
}

/**
 * Picks a colour from the screen with the browser's eyedropper.
 *
 * @param onPick called with the picked colour as `#rrggbb`.
 * @returns a function that opens the eyedropper; undefined in browsers without one, and in prerendered HTML.
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
      // The user pressed Escape, or the component was unmounted. This is not an error.
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
