export interface PanKey {
  readonly isHeld: () => boolean;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  /** Handles a pointer that goes down anywhere in the document. */
  readonly onPointerDown: () => void;
  readonly release: () => void;
}

/** Creates the handlers of Space, which pans while it is held. */
export function createPanKey(root: HTMLElement, onChange: () => void): PanKey {
  let isHeld = false;
  let isHovered = false;
  /** False once the Tab key has moved the focus. `:focus-visible` no longer shows that after the first key. */
  let focusByPointer = true;

  function release(): void {
    isHeld = false;
    onChange();
  }

  return {
    isHeld: () => isHeld,
    release,
    onEnter: () => (isHovered = true),
    onLeave: () => (isHovered = false),
    onPointerDown: () => (focusByPointer = true),
    onKey(event) {
      if (event.key === 'Tab') focusByPointer = false;
      if (event.code !== 'Space' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (event.type === 'keyup') {
        if (!isHeld) return;
        isHeld = false;
      } else {
        const isInside = target === root || (isHovered && !usesSpace(target, focusByPointer));
        if (!isHeld && !isInside) return;
        isHeld = true;
      }
      // The default action would scroll the page, or press the button that was clicked last.
      event.preventDefault();
      onChange();
    },
  };
}

/** Checks whether the focused element uses Space. An element that was only clicked does not, unless it takes text. */
function usesSpace(target: EventTarget | null, focusByPointer: boolean): boolean {
  if (!(target instanceof Element) || target === document.body) return false;
  return !focusByPointer || target.matches('textarea, select, [contenteditable], input:not([type=range])');
}
