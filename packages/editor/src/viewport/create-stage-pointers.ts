import { uncovered, type Viewport } from './create-viewport.ts';
import { isStageControl } from './is-stage-control.ts';
import { fitCamera, type Point } from './view.ts';

/** Effect of a pointer on the image: it pans, or the tool above the image handles it. */
export type StageInteraction = 'pan' | 'tool';

interface Press {
  readonly id: number;
  readonly start: Point;
  readonly startMs: number;
  last: Point;
  moved: boolean;
}

/** A movement below this distance is not a drag, in CSS px. */
const mousePlay = 3;
const touchPlay = 8;
const tapMs = 300;
const doubleTapMs = 350;
const doubleTapReach = 24;

interface StagePointerOptions {
  readonly root: HTMLElement;
  readonly store: Viewport;
  readonly interaction: () => StageInteraction;
  /** Converts the position of an event to CSS px from the stage's top left corner. */
  readonly place: (event: { clientX: number; clientY: number }) => Point;
  readonly isPanKeyHeld: () => boolean;
  /** Called when `isDragging` may have changed. */
  readonly onChange: () => void;
}

export interface StagePointers {
  readonly onDown: (event: PointerEvent) => void;
  readonly onMove: (event: PointerEvent) => void;
  readonly onEnd: (event: PointerEvent) => void;
  readonly isDragging: () => boolean;
  /** True while a finger is on the stage. */
  readonly isTouched: () => boolean;
}

/** Creates the handlers that pan by one pointer, pinch by two fingers, and zoom by a double tap. */
export function createStagePointers(options: StagePointerOptions): StagePointers {
  const { root, store, interaction, place, isPanKeyHeld, onChange } = options;
  const fingers = new Map<number, { at: Point; readonly target: EventTarget | null }>();
  /** Pointers whose events only the stage receives until they are lifted. */
  const taken = new Set<number>();
  /** Cancel events that the stage itself sends while fingers stay down. */
  const cancels = new WeakSet<Event>();
  let press: Press | undefined;
  let lastTap: { readonly at: Point; readonly timeMs: number } | undefined;

  function beginPress(event: PointerEvent): void {
    const at = place(event);
    press = { id: event.pointerId, start: at, startMs: event.timeStamp, last: at, moved: false };
  }

  function onDown(event: PointerEvent): void {
    const { pointerId, pointerType, button, target } = event;
    if (pointerType === 'touch') fingers.set(pointerId, { at: place(event), target });
    if (fingers.size > 1) {
      // The tool does not receive this pointer.
      taken.add(pointerId);
      takeFingers();
      event.stopPropagation();
    } else if (button === 1 || (button === 0 && isPanKeyHeld())) {
      taken.add(pointerId);
      beginPress(event);
      event.stopPropagation();
      onChange();
    } else if (interaction() === 'pan' && button === 0 && !isStageControl(target, root)) {
      beginPress(event);
    }
    if (!isStageControl(target, root) && !root.contains(document.activeElement))
      root.focus({ preventScroll: true, focusVisible: false });
  }

  /** Switches from the tool, or from panning by one finger, to panning and zooming by two fingers. */
  function takeFingers(): void {
    press = undefined;
    lastTap = undefined;
    for (const [id, { target }] of fingers) {
      if (taken.has(id)) continue;
      taken.add(id);
      const cancel = new PointerEvent('pointercancel', { pointerId: id, pointerType: 'touch', bubbles: true });
      cancels.add(cancel);
      target?.dispatchEvent(cancel);
    }
    onChange();
  }

  function onMove(event: PointerEvent): void {
    const { pointerId, pointerType } = event;
    const finger = fingers.get(pointerId);
    if (finger && fingers.size > 1) movePinch(pointerId, finger, place(event));
    else if (press?.id === pointerId) movePress(press, place(event), pointerType === 'touch' ? touchPlay : mousePlay);
    if (finger) finger.at = place(event);
    if (taken.has(pointerId)) event.stopPropagation();
  }

  function movePress(held: Press, at: Point, play: number): void {
    if (!held.moved) {
      if (Math.hypot(at.x - held.start.x, at.y - held.start.y) < play) return;
      held.moved = true;
      held.last = held.start;
      onChange();
    }
    store.panBy(at.x - held.last.x, at.y - held.last.y);
    held.last = at;
  }

  function movePinch(id: number, finger: { readonly at: Point }, at: Point): void {
    const other = [...fingers].find(([each]) => each !== id)?.[1].at;
    if (!other) return;
    const before = Math.hypot(finger.at.x - other.x, finger.at.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    store.panBy((at.x - finger.at.x) / 2, (at.y - finger.at.y) / 2);
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    if (before > 0 && after > 0) store.zoomBy(after / before, middle);
  }

  function onEnd(event: PointerEvent): void {
    if (cancels.has(event)) return;
    const { pointerId, type, timeStamp } = event;
    fingers.delete(pointerId);
    if (taken.delete(pointerId)) event.stopPropagation();
    else if (press?.id === pointerId && type === 'pointerup' && !press.moved && timeStamp - press.startMs < tapMs) {
      tap(place(event), timeStamp);
    }
    if (press?.id === pointerId) press = undefined;
    const [rest] = fingers;
    // The finger that stays on the stage continues to pan.
    if (rest && fingers.size === 1 && taken.has(rest[0])) {
      press = { id: rest[0], start: rest[1].at, startMs: -Infinity, last: rest[1].at, moved: true };
    }
    onChange();
  }

  function tap(at: Point, timeMs: number): void {
    const isSecond =
      lastTap !== undefined &&
      timeMs - lastTap.timeMs < doubleTapMs &&
      Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) < doubleTapReach;
    lastTap = isSecond ? undefined : { at, timeMs };
    if (isSecond) toggleFit(store, at);
  }

  return {
    onDown,
    onMove,
    onEnd,
    isDragging: () => press !== undefined && (press.moved || taken.has(press.id)),
    isTouched: () => fingers.size > 0,
  };
}

function toggleFit(store: Viewport, at: Point): void {
  const { mode, imageSize } = store.getState();
  if (mode !== 'fit') store.fit();
  // A small image that is wholly visible is already at 100 %.
  else if (fitCamera(imageSize, uncovered(store.getState())).scale < 1) store.actualSize(at);
  else store.zoomTo(2, at);
}
