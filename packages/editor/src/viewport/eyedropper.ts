import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface EyedropperState {
  /** True while a colour is to be picked. */
  readonly isPicking: boolean;
}

/** Picks a colour from the image: the panel requests it, and the canvas delivers it. */
export interface Eyedropper extends ReadonlyStore<EyedropperState> {
  /** @param onColor Called once with `#rrggbb`, unless the picking is cancelled. */
  readonly pick: (onColor: (color: string) => void) => void;
  readonly take: (color: string) => void;
  readonly cancel: () => void;
}

export function createEyedropper(): Eyedropper {
  const { setState, ...store } = createStore<EyedropperState>(() => ({ isPicking: false }));
  let receiveColor: ((color: string) => void) | undefined;

  function setReceiver(next: typeof receiveColor): void {
    receiveColor = next;
    setState({ isPicking: next !== undefined });
  }

  return {
    ...store,
    pick: setReceiver,
    take(color) {
      const receive = receiveColor;
      setReceiver(undefined);
      receive?.(color);
    },
    cancel: () => setReceiver(undefined),
  };
}
