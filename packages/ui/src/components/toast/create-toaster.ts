/** `danger` interrupts a screen reader; the others wait for its pause. */
export type ToastTone = 'info' | 'success' | 'danger';

export interface ToastAction {
  label: string;
  /** How to do it without the toast, for whoever cannot reach it in time: "Press Control Z to bring them back". */
  altText: string;
  /** Runs once; the toast goes. */
  onSelect: () => void;
}

export interface ToastMessage {
  /** A message with the id of an earlier one takes its place and begins its time anew. */
  id?: string;
  /** What happened, in one line. */
  title: string;
  description?: string;
  action?: ToastAction;
  tone?: ToastTone;
  /** How long it stays, counted while nobody hovers over it or has the focus in it. `Infinity` until it is put away. */
  durationMs?: number;
}

/** A message that is shown. */
export interface ToastEntry extends ToastMessage {
  id: string;
  tone: ToastTone;
  /** Grows when another message takes its place. */
  revision: number;
  /** `leaving`: on its way out, and no longer to be counted on. */
  state: 'open' | 'leaving';
}

export interface ToasterOptions {
  /** How many are shown at once; the rest wait their turn. */
  limit?: number;
  /** For messages that name no `durationMs`. */
  durationMs?: number;
  /** How long one takes to fade. Not shorter than the fading itself, or it is cut off. */
  leaveMs?: number;
}

export interface Toaster {
  /** Shows a message, or lets it wait while `limit` are shown. @returns its id. */
  show: (message: ToastMessage) => string;
  /** Puts one away, shown or waiting. An unknown id is nothing to complain about: it may have gone by itself. */
  dismiss: (id: string) => void;
  /** @returns stops listening. */
  subscribe: (listener: () => void) => () => void;
  /** What is shown, oldest first. The same array until something changes. */
  getSnapshot: () => readonly ToastEntry[];
}

/** A queue of messages. It keeps order and number; how long each is read, the component that shows them knows. */
export function createToaster({ limit = 3, durationMs = 6000, leaveMs = 200 }: ToasterOptions = {}): Toaster {
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
