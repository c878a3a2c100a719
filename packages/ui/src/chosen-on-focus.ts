import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * For the element round a group's radios: the choice follows the focus. Radix moves the focus a moment after the press and
 * chooses only if the key is still down by then; on a busy page a short press would move and not choose.
 */
export const chosenOnFocus = {
  onKeyDown(event: KeyboardEvent) {
    // Kept from Radix, which would choose a second time.
    if (event.key.startsWith('Arrow')) event.stopPropagation();
  },
  onFocus({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    const isMove = isRadio(target) && isRadio(relatedTarget) && currentTarget.contains(relatedTarget);
    // A radio button that is pressed is chosen by the browser at the pointer's release.
    if (isMove && !target.matches(':active')) target.click();
  },
};

function isRadio(element: Element | null): boolean {
  return element?.matches('[role=radio]') ?? false;
}
