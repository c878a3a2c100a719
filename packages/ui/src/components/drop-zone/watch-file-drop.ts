/** `over` while files hang above the target. */
export type FileDropState = 'idle' | 'over';

export interface FileDropHandlers {
  onStateChange: (state: FileDropState) => void;
  /** At least one file. What kind they are is not checked here: a name or a type can lie, only the bytes tell. */
  onFiles: (files: File[]) => void;
}

/** Browsers send `dragover` at least every 350 ms while a file is dragged over the page. */
const idleTimeoutMs = 1000;

/**
 * Watches a window or an element for files dragged over it and dropped on it, and keeps the browser from opening them in
 * place of the page. Text and links that are dragged pass untouched.
 *
 * @returns stops watching.
 */
export function watchFileDrop(target: GlobalEventHandlers, { onStateChange, onFiles }: FileDropHandlers): () => void {
  let state: FileDropState = 'idle';
  let lastEntered: EventTarget | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const setState = (next: FileDropState) => {
    clearTimeout(idleTimer);
    // The last `dragleave` never comes when the element under the pointer was taken out of the page.
    if (next === 'over') idleTimer = setTimeout(setState, idleTimeoutMs, 'idle');
    if (next === state) return;
    state = next;
    onStateChange(next);
  };

  const listening = new AbortController();
  const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
    target.addEventListener(type, listener, { signal: listening.signal });

  on('dragenter', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    lastEntered = event.target;
    setState('over');
  });
  on('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    setState('over');
  });
  on('dragleave', (event) => {
    // On the way from one child to another, the next `dragenter` comes before this `dragleave`.
    if (event.target === lastEntered) setState('idle');
  });
  on('drop', (event) => {
    if (!carriesFiles(event)) return;
    setState('idle');
    // A zone within this one has taken them already.
    if (event.defaultPrevented) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
  });

  return () => {
    clearTimeout(idleTimer);
    listening.abort();
  };
}

function carriesFiles(event: DragEvent) {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
