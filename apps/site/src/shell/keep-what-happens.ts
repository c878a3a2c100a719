export interface Kept {
  /** Returns whether recorded actions have not been repeated yet. */
  readonly isWaiting: () => boolean;
  /** Repeats the recorded actions in their order, and stops recording. */
  readonly doAgain: () => void;
}

/**
 * Records what a visitor does while the application is loading: pressing a button, submitting a form, choosing,
 * dropping or pasting a file, or pasting text outside a field. Buttons that the browser handles itself, such as popover
 * buttons, work as usual. Links work too while nothing is recorded; after that, a link that would leave the page is
 * recorded as well. A file picker opens at once, because browsers allow it only for a few seconds after the click.
 */
export function keepWhatHappens(): Kept {
  const kept: (() => void)[] = [];
  const controller = new AbortController();
  const listen = <Type extends keyof DocumentEventMap>(type: Type, listener: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, listener, { capture: true, signal: controller.signal });

  const keep = (event: Event, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(again);
  };

  listen('click', (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('a, button') : null;
    if (pressed instanceof HTMLAnchorElement) {
      if (kept.length > 0 && leavesThePage(event, pressed)) keep(event, () => pressed.click());
      // Only the browser handles this click. A half-loaded application would cancel it without being able to navigate.
      else event.stopImmediatePropagation();
    } else if (pressed instanceof HTMLButtonElement && pressed.dataset['picksWith']) {
      event.stopImmediatePropagation();
      document.getElementById(pressed.dataset['picksWith'])?.click();
    } else if (pressed instanceof HTMLButtonElement && !pressed.popoverTargetElement && pressed.type !== 'submit') {
      keep(event, () => pressed.click());
    }
  });
  listen('change', (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type !== 'file') return;
    keep(event, () => field.dispatchEvent(new Event('change', { bubbles: true })));
  });
  listen('submit', (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement) keep(event, () => form.requestSubmit(event.submitter));
  });
  listen('dragover', (event) => {
    // Without this call the browser would replace the page with the dropped file or link.
    if (['Files', 'text/uri-list'].some((type) => event.dataTransfer?.types.includes(type))) event.preventDefault();
  });
  listen('drop', (event) => {
    const { target, clientX, clientY } = event;
    // The browser itself inserts dropped content into an editable field.
    if (target instanceof Element && target.matches(':read-write')) return;
    const dataTransfer = copyOf(event.dataTransfer);
    if (!dataTransfer) return;
    keep(event, () => {
      for (const type of ['dragenter', 'drop']) {
        const init = { bubbles: true, cancelable: true, composed: true, dataTransfer, clientX, clientY };
        target?.dispatchEvent(new DragEvent(type, init));
      }
    });
  });
  listen('paste', (event) => {
    const { target } = event;
    // The browser itself inserts pasted content into an editable field.
    if (target instanceof Element && target.matches(':read-write')) return;
    const clipboardData = copyOf(event.clipboardData);
    if (!clipboardData) return;
    keep(event, () => target?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData })));
  });

  return {
    isWaiting: () => kept.length > 0,
    doAgain() {
      controller.abort();
      for (const again of kept.splice(0)) again();
    },
  };
}

/** Checks whether a click on a link replaces this page. New tabs, downloads and links within the page do not. */
function leavesThePage(press: MouseEvent, link: HTMLAnchorElement): boolean {
  const elsewhere = press.ctrlKey || press.metaKey || press.shiftKey || press.altKey;
  const here = link.origin === location.origin && link.pathname === location.pathname && link.hash !== '';
  return !elsewhere && !here && link.target !== '_blank' && !link.download;
}

/** Copies the files, links and text of an event into a transfer that outlives the event. @returns null without any. */
function copyOf(carried: DataTransfer | null): DataTransfer | null {
  const copy = new DataTransfer();
  for (const file of carried?.files ?? []) copy.items.add(file);
  for (const type of ['text/plain', 'text/uri-list', 'text/html']) {
    const text = carried?.getData(type);
    if (text) copy.setData(type, text);
  }
  return copy.items.length > 0 ? copy : null;
}
