import type { ImageDocument } from '../document/image-document.ts';
import type { ObjectClick } from '../edits/object.ts';
import type { SeedClick } from '../edits/seed-click.ts';
import { isStroke, type Stroke } from '../edits/stroke.ts';
import type { Edit } from '../model/edit.ts';
import type { Viewport, ViewportState } from '../viewport/create-viewport.ts';
import { type Point, toImage } from '../viewport/view.ts';
import { type Brush, type BrushStore, type ClickTool, isClickTool, isObjectTool } from './create-brush-store.ts';
import { createStrokePreview } from './create-stroke-preview.ts';
import { createStrokeRecorder, type Touch } from './create-stroke-recorder.ts';
import type { PaintSources } from './paint-sources.ts';

/** Objects that a brush works on. */
export interface BrushTarget {
  readonly document: ImageDocument;
  readonly brush: BrushStore;
  readonly view: Viewport;
  /** Number of leading edits of the state that the shown result contains. Later strokes stay in the preview. */
  readonly settledEdits: number;
  readonly onStroke: (stroke: Stroke) => void;
  readonly onPress: (click: SeedClick) => void;
  readonly onObject: (click: ObjectClick) => void;
  /** Called when a mouse, a pen or the crosshair moves: the click that a press would make, for a tool for objects. */
  readonly onAim?: ((click: ObjectClick | undefined) => void) | undefined;
  /** Called when a finger or a pen begins or ends a stroke. */
  readonly onTouch?: ((isTouching: boolean) => void) | undefined;
}

/** Source of a press: the id of the pointer that is down, or a key. */
export type PressSource = number | 'key';

/** Two opposite corners of a box, in CSS px of the viewport. */
export interface BoxCorners {
  readonly from: Point;
  readonly to: Point;
}

/** Length of each side from which on a drag is a box and no click, in CSS px. */
const minBoxPx = 8;

/** Paints with a brush that is moved by a mouse, a pen, a finger or keys. Points are in CSS px of the viewport. */
export interface BrushController {
  /** @returns the source of the current press; undefined when there is none. */
  readonly pressedBy: () => PressSource | undefined;
  /** Checks whether a stroke or a box is being drawn. */
  readonly isPainting: () => boolean;
  /**
   * Begins a press. A painting tool begins a stroke, and a tool for objects begins a box. The other tools do nothing yet.
   * @param straight True when the stroke begins where the last one ended.
   */
  readonly begin: (source: PressSource, touch: Touch, straight: boolean) => void;
  readonly move: (touches: readonly Touch[]) => void;
  /**
   * Ends the press. A painting tool passes its stroke to `onStroke`. A tool for objects passes its box to `onObject`, if
   * it is larger than a click. Otherwise a clicking tool clicks at `point`, if one is given.
   * @returns false when a click or a box is outside the image.
   */
  readonly end: (point?: Point) => boolean;
  /** Ends the press and discards its stroke or box. @returns whether there was one. */
  readonly abandon: () => boolean;
  /** Clicks with a tool. @returns false when the point is outside the image. */
  readonly click: (point: Point, tool: ClickTool) => boolean;
  /** Notes the point at which the next press would be; undefined when there is none. */
  readonly aim: (point: Point | undefined) => void;
  /** Moves the preview along with the view. */
  readonly setView: (state: ViewportState) => void;
  readonly setSources: (sources: PaintSources) => void;
  /** Shows those strokes of the edits that the result does not contain yet. */
  readonly showUnsettled: (edits: readonly Edit[]) => void;
  /** Prepares the first stroke of the brush's tool. */
  readonly prepare: () => void;
  readonly dispose: () => void;
}

/**
 * @param done Canvas of the finished strokes.
 * @param live Canvas above it, for the stroke that is being painted.
 * @param showBox Shows the box that is being drawn, in CSS px of the viewport; undefined hides it.
 * @param target Returns the objects that the brush currently works on.
 */
export function createBrushController(
  done: HTMLCanvasElement,
  live: HTMLCanvasElement,
  showBox: (box: BoxCorners | undefined) => void,
  target: () => BrushTarget,
): BrushController {
  const preview = createStrokePreview(done, live);
  const recorder = createStrokeRecorder(preview, () => target().view.getState().view);
  let pressedBy: PressSource | undefined;
  let box: BoxCorners | undefined;

  function setBox(next: BoxCorners | undefined): void {
    box = next;
    showBox(next && isBox(next) ? next : undefined);
  }

  function showUnsettled(edits: readonly Edit[]): void {
    preview.showStrokes(edits.filter(isStroke));
  }

  function finishStroke(): void {
    const { document, settledEdits, onTouch, onStroke } = target();
    onTouch?.(false);
    const stroke = recorder.lift();
    if (!stroke) return;
    onStroke(stroke);
    // A stroke that the caller did not add to the history disappears from the preview.
    showUnsettled(document.history.getState().state.matte.edits.slice(settledEdits));
  }

  /** Returns a point of the viewport in px of the image; undefined outside the image. */
  function placeOf(point: Point): Point | undefined {
    const { view: camera, imageSize } = target().view.getState();
    const { x, y } = toImage(camera, point);
    if (x < 0 || y < 0 || x >= imageSize.widthPx || y >= imageSize.heightPx) return undefined;
    return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
  }

  function click(point: Point, tool: ClickTool): boolean {
    const { onPress, onObject } = target();
    const place = placeOf(point);
    if (!place) return false;
    if (isObjectTool(tool)) onObject({ action: tool, ...place });
    else onPress({ kind: 'seed-click', action: tool, ...place });
    return true;
  }

  /** Ends the box. A box that is no larger than a click is a click at its first corner. */
  function finishBox({ from, to }: BoxCorners): boolean {
    setBox(undefined);
    const { onTouch, onObject, brush, view } = target();
    onTouch?.(false);
    const { tool } = brush.getState();
    if (!isObjectTool(tool)) return true;
    if (!isBox({ from, to })) return click(from, tool);
    const { view: camera, imageSize } = view.getState();
    const [one, other] = [toImage(camera, from), toImage(camera, to)];
    const [left, right] = inOrder(one.x, other.x, imageSize.widthPx);
    const [top, bottom] = inOrder(one.y, other.y, imageSize.heightPx);
    if (right === left || bottom === top) return false;
    onObject({
      action: tool,
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      box: { x: left, y: top, width: right - left, height: bottom - top },
    });
    return true;
  }

  return {
    pressedBy: () => pressedBy,
    isPainting: () => recorder.isPainting() || box !== undefined,
    begin(source, touch, straight) {
      pressedBy = source;
      const brush = target().brush.getState();
      if (paints(brush)) recorder.begin(brush, touch, straight);
      else if (isObjectTool(brush.tool)) setBox({ from: touch, to: touch });
    },
    move(touches) {
      const last = touches.at(-1);
      if (box && last) setBox({ ...box, to: last });
      recorder.move(touches);
    },
    end(point) {
      const isKey = pressedBy === 'key';
      pressedBy = undefined;
      const { tool } = target().brush.getState();
      if (box) return finishBox({ ...box, to: point ?? box.to });
      if (isKey || recorder.isPainting()) finishStroke();
      else if (point && isClickTool(tool)) return click(point, tool);
      return true;
    },
    abandon() {
      pressedBy = undefined;
      target().onTouch?.(false);
      const hadBox = box !== undefined && isBox(box);
      setBox(undefined);
      return recorder.abandon() || hadBox;
    },
    click,
    aim(point) {
      const { brush, onAim } = target();
      const { tool } = brush.getState();
      const place = point && !box ? placeOf(point) : undefined;
      onAim?.(place && isObjectTool(tool) ? { action: tool, ...place } : undefined);
    },
    setView: ({ view, viewport }) => preview.setCamera(view, viewport, devicePixelRatio),
    setSources: preview.setSources,
    showUnsettled,
    prepare() {
      const { tool } = target().brush.getState();
      if (!isClickTool(tool)) preview.prepare(tool);
    },
    dispose: preview.dispose,
  };
}

function paints(brush: Brush): brush is Brush & { tool: Stroke['action'] } {
  return !isClickTool(brush.tool);
}

function isBox({ from, to }: BoxCorners): boolean {
  return Math.abs(to.x - from.x) >= minBoxPx && Math.abs(to.y - from.y) >= minBoxPx;
}

/** Returns two coordinates in order, in whole px within the image. */
function inOrder(one: number, other: number, length: number): [number, number] {
  const within = (value: number) => Math.round(Math.min(Math.max(value, 0), length));
  return [within(Math.min(one, other)), within(Math.max(one, other))];
}
