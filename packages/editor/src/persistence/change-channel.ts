import { openChannel } from './open-channel.ts';

/** Reports changes to listeners of this tab and of other tabs. */
export interface ChangeChannel {
  readonly notify: () => void;
  /** @returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Ends the reports from other tabs until the next call of another method. */
  readonly close: () => void;
}

export function createChangeChannel(name: string): ChangeChannel {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;

  function callListeners(): void {
    for (const listener of listeners) listener();
  }

  function opened(): BroadcastChannel | undefined {
    if (channel) return channel;
    channel = openChannel(name);
    channel?.addEventListener('message', callListeners);
    return channel;
  }

  return {
    notify() {
      opened()?.postMessage('changed');
      callListeners();
    },
    subscribe(listener) {
      opened();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      channel?.close();
      channel = undefined;
    },
  };
}
