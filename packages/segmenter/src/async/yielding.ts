/** Interrupts long work on this thread, so that messages that have arrived, above all aborts, are handled. */
export interface Yielding {
  /** Resolves in a later task of the event loop, without the four milliseconds that a timer would add. */
  yieldToEventLoop(): Promise<void>;
  close(): void;
}

export function createYielding(): Yielding {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  return {
    yieldToEventLoop: () =>
      new Promise<void>((resolve) => {
        port1.addEventListener('message', () => resolve(), { once: true });
        port2.postMessage(undefined);
      }),
    close: () => port1.close(),
  };
}
