/** Whether keys mean text there, or a choice by its first letter, and are not to act on the picture. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(textFields);
}

const textFields =
  'textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio], [type=button])';
