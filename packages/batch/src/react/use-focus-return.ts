import { useState } from 'react';

/**
 * Returns a handler for a dialog that has no trigger: when it closes, the element that had the focus before the dialog was
 * rendered receives it again.
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
}
