import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

type SheetSize = 'half' | 'tall';

/** Distance by which the handle must be pulled to change the panel's size, in CSS px. */
const pullPx = 32;

/**
 * Controls a panel that a phone shows as a sheet at half its height. The user pulls the sheet's head up or down,
 * presses its handle, or presses arrow keys on the handle.
 * @param onClose Called when the sheet is moved down from its lower size.
 */
export function useSheet(onClose: () => void) {
  const [size, setSize] = useState<SheetSize>('half');
  const from = useRef<number>(undefined);
  const wasPulled = useRef(false);

  function lower(): void {
    if (size === 'tall') setSize('half');
    else onClose();
  }

  return {
    size,
    sheetProps: { 'data-size': size },
    handleProps: {
      onPointerDown({ clientY, isPrimary }: PointerEvent<HTMLElement>) {
        wasPulled.current = false;
        if (isPrimary) from.current = clientY;
      },
      onPointerMove({ clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
        if (from.current === undefined) return;
        const pulled = clientY - from.current;
        if (Math.abs(pulled) < pullPx) return;
        currentTarget.setPointerCapture(pointerId);
        from.current = undefined;
        wasPulled.current = true;
        if (pulled < 0) setSize('tall');
        else lower();
      },
      onPointerUp() {
        from.current = undefined;
      },
      onPointerCancel() {
        from.current = undefined;
      },
      onClick({ target }: MouseEvent<HTMLElement>) {
        if (wasPulled.current || !isHandle(target)) return;
        setSize(size === 'tall' ? 'half' : 'tall');
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (!isHandle(event.target)) return;
        if (event.key === 'ArrowUp') setSize('tall');
        else if (event.key === 'ArrowDown') lower();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

function isHandle(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-slot=sheet-handle]') !== null;
}
