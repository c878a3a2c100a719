import { canPan, fitCamera, type Point } from './view.ts';
import { uncovered, type Viewport } from './create-viewport.ts';
import { readWheel } from './read-wheel.ts';

/** Effect of a pointer on the image: it pans, or the tool above the image handles it. */
export type StageInteraction = 'pan' | 'tool';

/** The state of the pan tool, shown as the cursor; other tools ignore the pointer unless it is `away`. */
export type StageHand = 'away' | 'ready' | 'dragging';

export interface StageGestureOptions {
  readonly store: Viewport;
  readonly interaction: () => StageInteraction;
  readonly onHand: (hand: StageHand) => void;
  /** A key changed the scale; what a pointer changes is seen by who moves it. */
  readonly onKeyZoom: () => void;
}

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
const panStep = 48;
const fastPanStep = 240;

/**
 * Wheel, pointer and keys on a stage:
 *
 * - A mouse's wheel zooms at the pointer, as do Ctrl or Cmd with any wheel and a trackpad's pinch. Two fingers on a
 *   trackpad, and Shift with a wheel, pan; where there is nowhere to go, they are left to the page. In a page that goes on
 *   beneath (`data-layout=panel` round the stage) all but Ctrl, Cmd and the pinch is the page's, until the focus is here.
 * - A pointer pans by Space and drag, by the middle button and, in `pan`, by drag alone. Two fingers on a touch screen
 *   always pan and zoom: a tool that had taken the first one is sent its `pointercancel`.
 * - In `pan`, a double click or tap goes from the whole picture to 100 % and back.
 * - Keys, where the focus is in the stage, unless a tool there prevents them: + and −, 0 for the whole, 1 for 100 %, arrows (with Shift: far).
 *
 * Whatever lies over the stage and is a control (button, field, link, or marked `data-stage-control`) keeps its pointers.
 *
 * @returns takes everything back.
 */
export function bindStageGestures(root: HTMLElement, options: StageGestureOptions): () => void {
  const { store, interaction, onHand, onKeyZoom } = options;
  const controller = new AbortController();
  const inLongerPage = root.closest('[data-layout=panel]') !== null;
  const fingers = new Map<number, { at: Point; readonly target: EventTarget | null }>();
  /** Pointers that are the stage's alone until they are lifted. */
  const taken = new Set<number>();
  let press: Press | undefined;
  let lastTap: { readonly at: Point; readonly timeMs: number } | undefined;
  let spaceHeld = false;
  let hovered = false;
  /** Whether a pointer moved the focus to where it is; `:focus-visible` no longer shows that after the first key. */
  let focusByPointer = false;

  const place = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = root.getBoundingClientRect();
    return { x: clientX - left - root.clientLeft, y: clientY - top - root.clientTop };
  };
  const hasRoom = () => {
    const { view, picture } = store.getState();
    return canPan(view, picture, uncovered(store.getState()));
  };
  const tellHand = () => {
    const dragging = press !== undefined && (press.moved || taken.has(press.id));
    onHand(dragging ? 'dragging' : spaceHeld ? 'ready' : 'away');
  };

  function beginPress(event: PointerEvent): void {
    const at = place(event);
    press = { id: event.pointerId, start: at, startMs: event.timeStamp, last: at, moved: false };
  }

  function onPointerDown(event: PointerEvent): void {
    const { pointerId, pointerType, button, target } = event;
    if (pointerType === 'touch') fingers.set(pointerId, { at: place(event), target });
    if (fingers.size > 1) {
      // The tool does not receive this pointer.
      taken.add(pointerId);
      takeFingers();
      event.stopPropagation();
    } else if (button === 1 || (button === 0 && spaceHeld)) {
      taken.add(pointerId);
      beginPress(event);
      event.stopPropagation();
      tellHand();
    } else if (interaction() === 'pan' && button === 0 && !isControl(target, root)) {
      beginPress(event);
    }
    if (!isControl(target, root) && !root.contains(document.activeElement))
      root.focus({ preventScroll: true, focusVisible: false });
  }

  /** From the tool or from panning by one finger to both by two. */
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
    tellHand();
  }
  /** Cancel events that the stage itself sends while fingers stay down. */
  const cancels = new WeakSet<Event>();

  function onPointerMove(event: PointerEvent): void {
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
      tellHand();
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

  function onPointerEnd(event: PointerEvent): void {
    if (cancels.has(event)) return;
    const { pointerId, type, timeStamp } = event;
    fingers.delete(pointerId);
    if (taken.delete(pointerId)) event.stopPropagation();
    else if (press?.id === pointerId && type === 'pointerup' && !press.moved && timeStamp - press.startMs < tapMs) {
      tap(place(event), timeStamp);
    }
    if (press?.id === pointerId) press = undefined;
    const [rest] = fingers;
    // The finger that stays on goes on panning.
    if (rest && fingers.size === 1 && taken.has(rest[0])) {
      press = { id: rest[0], start: rest[1].at, startMs: -Infinity, last: rest[1].at, moved: true };
    }
    tellHand();
  }

  function tap(at: Point, timeMs: number): void {
    const isSecond =
      lastTap !== undefined &&
      timeMs - lastTap.timeMs < doubleTapMs &&
      Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) < doubleTapReach;
    lastTap = isSecond ? undefined : { at, timeMs };
    if (isSecond) toggleFit(store, at);
  }

  function onWheel(event: WheelEvent): void {
    if (inLongerPage && !event.ctrlKey && !event.metaKey && !root.contains(document.activeElement)) return;
    const wheel = readWheel(event);
    if (wheel.kind === 'pan' && !hasRoom()) return;
    event.preventDefault();
    if (wheel.kind === 'zoom') store.zoomBy(wheel.factor, place(event));
    else store.panBy(wheel.x, wheel.y);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof Element) || !root.contains(target) || isControl(target, root)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? fastPanStep : panStep;
    const act = keys[event.key];
    const [x, y] = arrows[event.key] ?? [0, 0];
    if (!act && x === 0 && y === 0) return;
    event.preventDefault();
    store.panBy(x * far, y * far);
    if (!act) return;
    act(store);
    onKeyZoom();
  }

  function onSpace(event: KeyboardEvent): void {
    if (event.key === 'Tab') focusByPointer = false;
    if (event.code !== 'Space' || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (event.type === 'keyup') {
      if (!spaceHeld) return;
      spaceHeld = false;
    } else {
      const inside = target === root || (hovered && !wantsSpace(target, focusByPointer));
      if (!spaceHeld && !inside) return;
      spaceHeld = true;
    }
    // The default would scroll the page, or press the button that was clicked last.
    event.preventDefault();
    tellHand();
  }

  function letGo(): void {
    spaceHeld = false;
    tellHand();
  }

  const listen = { signal: controller.signal };
  // Before anything that lies over the picture, which else would take what is the stage's.
  const first = { ...listen, capture: true };
  root.addEventListener('pointerdown', onPointerDown, first);
  window.addEventListener('pointermove', onPointerMove, first);
  window.addEventListener('pointerup', onPointerEnd, first);
  window.addEventListener('pointercancel', onPointerEnd, first);
  root.addEventListener('pointerenter', () => (hovered = true), listen);
  root.addEventListener('pointerleave', () => (hovered = false), listen);
  root.addEventListener('wheel', onWheel, { ...listen, passive: false });
  // After what lies over the picture, whose tool may have its own use for a key.
  document.addEventListener('keydown', onKeyDown, listen);
  document.addEventListener('keydown', onSpace, first);
  document.addEventListener('keyup', onSpace, first);
  document.addEventListener('pointerdown', () => (focusByPointer = true), first);
  window.addEventListener('blur', letGo, listen);
  // The default of the middle button is the browser's own scrolling.
  root.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault(), listen);
  bindSafariPinch(root, store, place, fingers, listen);
  return () => controller.abort();
}

const keys: Readonly<Record<string, (store: Viewport) => void>> = {
  '+': (store) => store.zoomIn(),
  '=': (store) => store.zoomIn(),
  '-': (store) => store.zoomOut(),
  '−': (store) => store.zoomOut(),
  '0': (store) => store.fit(),
  '1': (store) => store.actualSize(),
};

/** The window goes that way over the picture, so the picture goes the other. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function toggleFit(store: Viewport, at: Point): void {
  const { mode, picture } = store.getState();
  if (mode !== 'fit') store.fit();
  // A small picture is at 100 % already when it is whole.
  else if (fitCamera(picture, uncovered(store.getState())).scale < 1) store.actualSize(at);
  else store.zoomTo(2, at);
}

function isControl(target: EventTarget | null, root: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  const control = target.closest('button, a, input, select, textarea, [data-stage-control]');
  return control !== null && root.contains(control);
}

/** Whether Space means something where the keyboard is; what was only clicked gives it away, but for a text. */
function wantsSpace(target: EventTarget | null, focusByPointer: boolean): boolean {
  if (!(target instanceof Element) || target === document.body) return false;
  return !focusByPointer || target.matches('textarea, select, [contenteditable], input:not([type=range])');
}

interface SafariGestureEvent extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * Safari on a Mac reports a trackpad's pinch by its own events; on a phone it sends them in addition to pointer events.
 */
function bindSafariPinch(
  root: HTMLElement,
  store: Viewport,
  place: (event: SafariGestureEvent) => Point,
  fingers: ReadonlyMap<number, unknown>,
  listen: { readonly signal: AbortSignal },
): void {
  let last = 1;
  root.addEventListener(
    'gesturestart',
    (event) => {
      event.preventDefault();
      last = 1;
    },
    listen,
  );
  root.addEventListener(
    'gesturechange',
    (event) => {
      event.preventDefault();
      if (fingers.size > 0) return;
      const gesture = event as SafariGestureEvent;
      store.zoomBy(gesture.scale / last, place(gesture));
      last = gesture.scale;
    },
    listen,
  );
}
