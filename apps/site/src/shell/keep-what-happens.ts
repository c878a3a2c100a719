export interface Kept {
  /** Whether anything was kept that was not done yet. */
  readonly isWaiting: () => boolean;
  /** Does what was kept, in its order, and keeps no more. */
  readonly doAgain: () => void;
}

/**
 * Keeps what a person does to a page whose script is still on its way: a button pressed, a form sent, a file chosen, dropped
 * or pasted, or a text pasted elsewhere than into a field. Buttons that the browser itself answers are let through, and links
 * too while nothing is kept; a link that would leave the page with what was kept waits behind it. A file picker opens at
 * once: browsers allow it only for some seconds after the press.
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
      // The browser's alone: an application that is half there would take the press and lose the way.
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
    // Without this call the browser would open the file, or the link, in the page's place.
    if (['Files', 'text/uri-list'].some((type) => event.dataTransfer?.types.includes(type))) event.preventDefault();
  });
  listen('drop', (event) => {
    const { target, clientX, clientY } = event;
    // The browser itself puts dropped content into an editable field.
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
    // The browser itself puts pasted content into an editable field.
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

/** Whether the press takes this very page away: no other tab, no download, no place further down. */
function leavesThePage(press: MouseEvent, link: HTMLAnchorElement): boolean {
  const elsewhere = press.ctrlKey || press.metaKey || press.shiftKey || press.altKey;
  const here = link.origin === location.origin && link.pathname === location.pathname && link.hash !== '';
  return !elsewhere && !here && link.target !== '_blank' && !link.download;
}

/** Copies an event's files, links and text into a transfer that outlives the event. @returns null when it has none. */
function copyOf(carried: DataTransfer | null): DataTransfer | null {
  const copy = new DataTransfer();
  for (const file of carried?.files ?? []) copy.items.add(file);
  for (const type of ['text/plain', 'text/uri-list', 'text/html']) {
    const text = carried?.getData(type);
    if (text) copy.setData(type, text);
  }
  return copy.items.length > 0 ? copy : null;
}
