import { type PointerEvent, useEffect, useRef, useState } from 'react';

import { isElsewhere } from '../../commands/is-elsewhere.ts';
import { isTextField } from '../../commands/is-text-field.ts';
import { letterOf } from '../../commands/letter-of.ts';

export interface Hold {
  readonly held: boolean;
  /** Returns whether the last press of the button was a hold, so that its click has no effect of its own. */
  readonly wasHeld: () => boolean;
  /** Props for a button that has the same effect while it is pressed. */
  readonly buttonProps: {
    readonly onPointerDown: (event: Pick<PointerEvent, 'button'>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: { readonly key: string; readonly repeat: boolean }) => void;
    readonly onKeyUp: () => void;
    readonly onBlur: () => void;
    readonly onContextMenu: (event: { preventDefault: () => void }) => void;
  };
}

/** Time after which a pressed button counts as held, in ms. A shorter press is a click. */
const holdMs = 150;

/**
 * Reports whether a key, or the button with the same effect, is held down.
 * @param letter Latin letter in lower case. On keyboards of other scripts, the key at its position is used. Without it,
 *   only the button is held.
 */
export function useHold(letter?: string): Hold {
  const [byKey, setByKey] = useState(false);
  const [byButton, setByButton] = useState(false);
  useEffect(() => {
    if (letter === undefined) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTextField(event.target) || isElsewhere(event.target)) return;
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const press = () => {
    clearTimeout(timer.current);
    wasHeld.current = false;
    timer.current = setTimeout(() => {
      wasHeld.current = true;
      setByButton(true);
    }, holdMs);
  };
  const release = () => {
    clearTimeout(timer.current);
    setByButton(false);
  };
  return {
    held: byKey || byButton,
    wasHeld: () => wasHeld.current,
    buttonProps: {
      onPointerDown: ({ button }) => button === 0 && press(),
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave: release,
      onKeyDown: ({ key, repeat }) => (key === ' ' || key === 'Enter') && !repeat && press(),
      onKeyUp: release,
      onBlur: release,
      // A long press on a touch screen would open the context menu.
      onContextMenu: (event) => event.preventDefault(),
    },
  };
}
