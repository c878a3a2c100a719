/** Kind of message. `danger` interrupts a screen reader; the others wait for a pause. */
export type ToastTone = 'info' | 'success' | 'danger';

export interface ToastAction {
  label: string;
  /** Instructions to do the same without the toast, for screen readers: "Press Control Z to bring them back". */
  altText: string;
  /** Called once; the toast is then dismissed. */
  onSelect: () => void;
}

export interface ToastMessage {
  /** Id of the message. A message with the id of an earlier one replaces it, and its time starts again. */
  id?: string;
  /** Title of the message: what happened, in one line. */
  title: string;
  description?: string;
  action?: ToastAction;
  tone?: ToastTone;
  /**
   * Display time in milliseconds. It pauses while the pointer or the focus is in the message. With `Infinity` the
   * message stays until it is dismissed.
   */
  durationMs?: number;
}

/** Message that is shown. */
export interface ToastEntry extends ToastMessage {
  id: string;
  tone: ToastTone;
  /** Incremented when another message replaces it. */
  revision: number;
  /** `leaving`: the message is fading out and is no longer counted. */
  state: 'open' | 'leaving';
}

export interface ToasterOptions {
  /** Maximum number of messages shown at once. The others are queued. */
  limit?: number;
  /** Display time of messages without `durationMs`, in milliseconds. */
  durationMs?: number;
  /**
   * Duration of the fade-out, in milliseconds: `--transition-duration-fast`, unless the app uses another animation. A
   * smaller value cuts the animation off.
   */
  leaveMs?: number;
}

export interface Toaster {
  /** Shows a message, or queues it while `limit` messages are shown. @returns its id. */
  show: (message: ToastMessage) => string;
  /** Dismisses a shown or queued message. An unknown id is ignored, because the message may have ended by itself. */
  dismiss: (id: string) => void;
  /** Adds a listener. @returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
  /** Returns the shown messages, oldest first: the same array until one of them changes. */
  getSnapshot: () => readonly ToastEntry[];
}

/**
 * Creates a queue of messages. It manages their order and number; the component that shows them measures the display
 * time.
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
