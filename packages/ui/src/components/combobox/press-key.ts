import type { KeyboardEvent } from 'react';

import type { ComboboxState } from './use-combobox-state.ts';

/** Number of options that PageUp and PageDown move by. */
const pageOptions = 10;

/** Performs the action of a key that is pressed in the input of a combobox. */
export function pressKey(event: KeyboardEvent<HTMLInputElement>, state: ComboboxState) {
  // The input method handles the keys of a composition. Safari sends the last one after it, with key code 229.
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229) return;
  const { open, chosen, enabled, active, show, close, choose } = state;
  const input = event.currentTarget;
  const at = active ? enabled.indexOf(active) : -1;
  const pointTo = (index: number) => {
    event.preventDefault();
    state.pointAt(enabled[Math.min(Math.max(index, 0), enabled.length - 1)]);
  };
  switch (event.key) {
    case 'ArrowDown':
      if (open) return pointTo((at + 1) % enabled.length);
      event.preventDefault();
      return show(input, chosen ?? (event.altKey ? undefined : enabled[0]));
    case 'ArrowUp':
      if (open && !event.altKey) return pointTo(at > 0 ? at - 1 : enabled.length - 1);
      event.preventDefault();
      return open ? close() : show(input, chosen ?? enabled.at(-1));
    case 'PageDown':
      return open ? pointTo(at + pageOptions) : undefined;
    case 'PageUp':
      return open ? pointTo(at - pageOptions) : undefined;
    case 'Home':
      return open && !event.shiftKey ? pointTo(0) : undefined;
    case 'End':
      return open && !event.shiftKey ? pointTo(enabled.length - 1) : undefined;
    case 'Enter':
      if (!open) return undefined;
      event.preventDefault();
      return active ? choose(active) : close();
    default:
      return undefined;
  }
}
