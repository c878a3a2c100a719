/** Returns whether the target of a key press is in an open dialog, menu or list, which handles its own keys. */
export function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  );
}
