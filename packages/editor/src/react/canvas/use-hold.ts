import { type KeyboardEvent as ReactKeyboardEvent, type PointerEvent, useEffect, useState } from 'react';

import { isTextField } from '../../commands/is-text-field.ts';
import { letterOf } from '../../commands/letter-of.ts';

export interface Hold {
  readonly held: boolean;
  /** Props for a button that has the same effect while it is pressed. */
  readonly buttonProps: {
    readonly 'aria-pressed': boolean;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: ReactKeyboardEvent) => void;
    readonly onKeyUp: () => void;
    readonly onBlur: () => void;
    readonly onContextMenu: (event: { preventDefault: () => void }) => void;
  };
}

/**
 * Reports whether a key, or the button with the same effect, is held down.
 * @param letter Latin letter in lower case. On keyboards of other scripts, the key at its position is used.
 */
export function useHold(letter: string): Hold {
  const [byKey, setByKey] = useState(false);
  const [byButton, setByButton] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTextField(event.target)) return;
      if (letterOf(event) === letter) setByKey(true);
    };
    const onKeyUp = (event: KeyboardEvent) => letterOf(event) === letter && setByKey(false);
    // A key that is released in another window sends no `keyup` here.
    const letGo = () => setByKey(false);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', letGo);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', letGo);
    };
  }, [letter]);
  const release = () => setByButton(false);
  const held = byKey || byButton;
  return {
    held,
    buttonProps: {
      'aria-pressed': held,
      onPointerDown: ({ button }) => setByButton(button === 0),
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave: release,
      onKeyDown: ({ key }) => (key === ' ' || key === 'Enter') && setByButton(true),
      onKeyUp: release,
      onBlur: release,
      // A long press on a touch screen would open the context menu.
      onContextMenu: (event) => event.preventDefault(),
    },
  };
}
