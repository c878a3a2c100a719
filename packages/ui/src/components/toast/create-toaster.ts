/** `danger` interrupts a screen reader; the others wait for its pause. */
export type ToastTone = 'info' | 'success' | 'danger';

export interface ToastAction {
  label: string;
  /** How to do the same without the toast, for screen readers: "Press Control Z to bring them back". */
  altText: string;
  /** Called once; the toast is then dismissed. */
  onSelect: () => void;
}

export interface ToastMessage {
  /** A message with the id of an earlier one replaces it, and its time starts again. */
  id?: string;
  /** What happened, in one line. */
  title: string;
  description?: string;
  action?: ToastAction;
  tone?: ToastTone;
  /**
   * How long it is shown. The time pauses while the pointer or the focus is in it. `Infinity`: until it is dismissed.
   */
  durationMs?: number;
}

/** A message that is shown. */
export interface ToastEntry extends ToastMessage {
  id: string;
  tone: ToastTone;
  /** Incremented when another message replaces it. */
  revision: number;
  /** `leaving`: it is fading out and is no longer counted. */
  state: 'open' | 'leaving';
}

export interface ToasterOptions {
  /** How many are shown at once; the rest are queued. */
  limit?: number;
  /** For messages without `durationMs`. */
  durationMs?: number;
  /** How long the fade-out takes: `--transition-duration-fast`, unless it has another animation, which a smaller value cuts off. */
  leaveMs?: number;
}

export interface Toaster {
  /** Shows a message, or queues it while `limit` are shown. @returns its id. */
  show: (message: ToastMessage) => string;
  /** Dismisses a shown or queued message. An unknown id is ignored: the message may have ended by itself. */
  dismiss: (id: string) => void;
  /** @returns unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** The shown messages, oldest first. The same array until one of them changes. */
  getSnapshot: () => readonly ToastEntry[];
}

/**
 * A queue of messages. It holds their order and number; the component that shows them measures how long each is shown.
 */
export function createToaster({ limit = 3, durationMs = 6000, leaveMs = 120 }: ToasterOptions = {}): Toaster {
  const listeners = new Set<() => void>();
  const leaving = new Map<string, ReturnType<typeof setTimeout>>();
  let shown: readonly ToastEntry[] = [];
  let waiting: readonly ToastEntry[] = [];
  let count = 0;

  const publish = (next: readonly ToastEntry[]) => {
    const free = Math.max(0, limit - next.length);
    shown = [...next, ...waiting.slice(0, free)];
    waiting = waiting.slice(free);
    for (const listener of listeners) listener();
  };

  const stay = (id: string) => {
    clearTimeout(leaving.get(id));
    leaving.delete(id);
  };

  return {
    show(message) {
      count += 1;
      const id = message.id ?? `toast-${count}`;
      const entry: ToastEntry = { tone: 'info', durationMs, ...message, id, revision: count, state: 'open' };
      const replace = (each: ToastEntry) => (each.id === id ? entry : each);
      stay(id);
      if (shown.some((each) => each.id === id)) {
        publish(shown.map(replace));
      } else {
        const known = waiting.some((each) => each.id === id);
        waiting = known ? waiting.map(replace) : [...waiting, entry];
        publish(shown);
      }
      return id;
    },

    dismiss(id) {
      const isOpen = shown.some((each) => each.id === id && each.state === 'open');
      waiting = waiting.filter((each) => each.id !== id);
      if (!isOpen) return;
      leaving.set(
        id,
        setTimeout(() => {
          leaving.delete(id);
          publish(shown.filter((each) => each.id !== id));
        }, leaveMs),
      );
      publish(shown.map((each) => (each.id === id ? { ...each, state: 'leaving' } : each)));
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    getSnapshot: () => shown,
  };
}
