/** `over` while files are dragged over the target. */
export type FileDropState = 'idle' | 'over';

export interface FileDropHandlers {
  onStateChange: (state: FileDropState) => void;
  /**
   * Called with at least one file. The format is not checked here, because name and type may be wrong; check the bytes.
   */
  onFiles: (files: File[]) => void;
  /**
   * Called for a drop without files from another page: a link, an image or a text. If undefined, such drops are left to
   * the browser.
   */
  onTransfer?: ((transfer: DataTransfer) => void) | undefined;
}

/**
 * Time without drag events after which the drag has ended, in milliseconds. Browsers send `dragover` at least every 350
 * ms during a drag.
 */
const idleTimeoutMs = 1000;

/**
 * Watches a window or an element for files that are dragged over it and dropped on it, and prevents the browser from
 * opening them in place of the page. Drags within the page, and drops that a field accepts, are left to the browser.
 *
 * @returns a function that stops watching.
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
    // There is no last `dragleave` when the element under the pointer was removed from the page.
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
    // A link may allow only other effects, and could then not be dropped.
    if (event.dataTransfer && carriesFiles(event)) event.dataTransfer.dropEffect = 'copy';
    setState('over');
  });
  on('dragleave', (event) => {
    // Between two children, the next `dragenter` comes before this `dragleave`.
    if (event.target === lastEntered) setState('idle');
  });
  on('drop', (event) => {
    if (!isWanted(event)) return;
    setState('idle');
    // A nested drop zone has already handled the drop.
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

/**
 * Checks whether a drag may contain an image: files, or data from another page. A text dragged onto a field belongs to
 * the field.
 */
export function carriesImage(event: DragEvent): boolean {
  if (carriesFiles(event)) return true;
  if (event.target instanceof Element && event.target.matches(':read-write')) return false;
  return ['text/uri-list', 'text/html', 'text/plain'].some((type) => event.dataTransfer?.types.includes(type));
}

/**
 * Watches for drags that start in this page, such as one of its images or selected text. @returns a function that
 * returns true during such a drag.
 */
export function watchOwnDrags(signal: AbortSignal): () => boolean {
  let isOwn = false;
  addEventListener('dragstart', () => (isOwn = true), { capture: true, signal });
  addEventListener('dragend', () => (isOwn = false), { capture: true, signal });
  return () => isOwn;
}

function carriesFiles(event: DragEvent) {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
