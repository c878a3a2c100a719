import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * Event handlers for the container of a radio group that make the selection follow the focus. Radix moves the focus
 * shortly after the key press and selects only if the key is still down by then. On a busy page a short press would
 * move the focus without selecting.
 */
export const chosenOnFocus = {
  onKeyDown(event: KeyboardEvent) {
    // The event must not reach Radix, which would select a second time.
    if (event.key.startsWith('Arrow')) event.stopPropagation();
  },
  onFocus({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    const isMove = isRadio(target) && isRadio(relatedTarget) && currentTarget.contains(relatedTarget);
    // When a radio button is pressed with the pointer, the browser selects it at the pointer's release.
    if (isMove && !target.matches(':active')) target.click();
  },
};

function isRadio(element: Element | null): boolean {
  return element?.matches('[role=radio]') ?? false;
}
