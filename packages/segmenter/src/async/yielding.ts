/** Pauses in long work on this thread, in which messages that have come are heard: an abort, above all. */
export interface Yielding {
  /** Resolves in a turn of the event loop of its own; a timer would wait four milliseconds more. */
  turn(): Promise<void>;
  close(): void;
}

export function createYielding(): Yielding {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  return {
    turn: () =>
      new Promise<void>((resolve) => {
        port1.addEventListener('message', () => resolve(), { once: true });
        port2.postMessage(undefined);
      }),
    close: () => port1.close(),
  };
}
