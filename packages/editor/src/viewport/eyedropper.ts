/** Takes a colour from the image: the panel asks for one, the canvas delivers it. */
export interface Eyedropper {
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether one is wanted. */
  readonly getSnapshot: () => boolean;
  /** @param onColor called once, with `#rrggbb`, unless it is cancelled. */
  readonly pick: (onColor: (color: string) => void) => void;
  readonly take: (color: string) => void;
  readonly cancel: () => void;
}

export function createEyedropper(): Eyedropper {
  const listeners = new Set<() => void>();
  let wanted: ((color: string) => void) | undefined;

  function become(next: typeof wanted): void {
    wanted = next;
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => wanted !== undefined,
    pick: become,
    take(color) {
      const onColor = wanted;
      become(undefined);
      onColor?.(color);
    },
    cancel: () => become(undefined),
  };
}
