/**
 * Checks whether an element takes keys as text, or as the first letter of a choice, so that they must not act on the
 * image.
 */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(textFields);
}

const textFields =
  'textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio], [type=button])';
