import type { GreyFailure } from '@isola/imaging';
import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface EyedropperState {
  /** True while a colour or a grey is to be picked. */
  readonly isPicking: boolean;
  /** True while a grey is to be picked, for the white balance. */
  readonly isGrey: boolean;
}

/** Picks a colour or a grey from the image: the panel requests it, and the canvas delivers it. */
export interface Eyedropper extends ReadonlyStore<EyedropperState> {
  /** @param onColor Called once with `#rrggbb`, unless the picking is cancelled. */
  readonly pick: (onColor: (color: string) => void) => void;
  /**
   * Requests a part of the image that shows something grey.
   * @param onPixels Called with its pixels, RGBA. If it returns why they give no grey, the picking goes on.
   */
  readonly pickGrey: (onPixels: (pixels: Uint8ClampedArray) => GreyFailure | undefined) => void;
  readonly take: (color: string) => void;
  /** @returns why the pixels give no grey. */
  readonly takeGrey: (pixels: Uint8ClampedArray) => GreyFailure | undefined;
  readonly cancel: () => void;
}

export function createEyedropper(): Eyedropper {
  const { setState, ...store } = createStore<EyedropperState>(() => ({ isPicking: false, isGrey: false }));
  let receiveColor: ((color: string) => void) | undefined;
  let receivePixels: ((pixels: Uint8ClampedArray) => GreyFailure | undefined) | undefined;

  function setReceivers(nextColor: typeof receiveColor, nextPixels: typeof receivePixels): void {
    receiveColor = nextColor;
    receivePixels = nextPixels;
    const isGrey = nextPixels !== undefined;
    setState({ isPicking: isGrey || nextColor !== undefined, isGrey });
  }

  return {
    ...store,
    pick: (onColor) => setReceivers(onColor, undefined),
    pickGrey: (onPixels) => setReceivers(undefined, onPixels),
    take(color) {
      const receive = receiveColor;
      setReceivers(undefined, undefined);
      receive?.(color);
    },
    takeGrey(pixels) {
      const failure = receivePixels?.(pixels);
      if (!failure) setReceivers(undefined, undefined);
      return failure;
    },
    cancel: () => setReceivers(undefined, undefined),
  };
}
