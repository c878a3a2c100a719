import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface EyedropperState {
  /** Whether a colour is wanted. */
  readonly isPicking: boolean;
}

/** Takes a colour from the image: the panel asks for one, the canvas delivers it. */
export interface Eyedropper extends ReadonlyStore<EyedropperState> {
  /** @param onColor called once, with `#rrggbb`, unless it is cancelled. */
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
