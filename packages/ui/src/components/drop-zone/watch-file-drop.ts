/** `over` while files hang above the target. */
export type FileDropState = 'idle' | 'over';

export interface FileDropHandlers {
  onStateChange: (state: FileDropState) => void;
  /** At least one file. What kind they are is not checked here: a name or a type can lie, only the bytes tell. */
  onFiles: (files: File[]) => void;
  /** Receives a drop without files from another page: a link, an image of that page, or a text. Without it, it passes untouched. */
  onTransfer?: ((transfer: DataTransfer) => void) | undefined;
}

/** Browsers send `dragover` at least every 350 ms while a file is dragged over the page. */
const idleTimeoutMs = 1000;

/**
 * Watches a window or an element for files dragged over it and dropped on it, and keeps the browser from opening them in
 * place of the page. What is dragged within the page passes untouched, and so does what a field takes.
 *
 * @returns stops watching.
 */
export function watchFileDrop(
  target: GlobalEventHandlers,
  { onStateChange, onFiles, onTransfer }: FileDropHandlers,
): () => void {
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
  const isOwn = watchOwnDrags(listening.signal);
  const isWanted = (event: DragEvent) =>
    carriesFiles(event) || (onTransfer !== undefined && !isOwn() && carriesImage(event));
  const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
    target.addEventListener(type, listener, { signal: listening.signal });

  on('dragenter', (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    lastEntered = event.target;
    setState('over');
  });
  on('dragover', (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    // A link may allow other effects alone, and would then not be dropped.
    if (event.dataTransfer && carriesFiles(event)) event.dataTransfer.dropEffect = 'copy';
    setState('over');
  });
  on('dragleave', (event) => {
    // On the way from one child to another, the next `dragenter` comes before this `dragleave`.
    if (event.target === lastEntered) setState('idle');
  });
  on('drop', (event) => {
    if (!isWanted(event)) return;
    setState('idle');
    // A zone within this one has taken them already.
    if (event.defaultPrevented) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
    else if (event.dataTransfer) onTransfer?.(event.dataTransfer);
  });

  return () => {
    clearTimeout(idleTimer);
    listening.abort();
  };
}

/** Whether a drag may bring an image: files, or what another page gives along. A text for a field is the field's. */
export function carriesImage(event: DragEvent): boolean {
  if (carriesFiles(event)) return true;
  if (event.target instanceof Element && event.target.matches(':read-write')) return false;
  return ['text/uri-list', 'text/html', 'text/plain'].some((type) => event.dataTransfer?.types.includes(type));
}

/** @returns tells whether what is dragged now comes from this page, such as its own image or a text that was selected. */
export function watchOwnDrags(signal: AbortSignal): () => boolean {
  let isOwn = false;
  addEventListener('dragstart', () => (isOwn = true), { capture: true, signal });
  addEventListener('dragend', () => (isOwn = false), { capture: true, signal });
  return () => isOwn;
}

function carriesFiles(event: DragEvent) {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
