import { toImage, type Point, type Camera } from '../viewport/view.ts';
import type { Stroke } from '../edits/stroke.ts';
import type { Brush } from './create-brush-store.ts';
import type { StrokePreview } from './create-stroke-preview.ts';
import { recordStroke, type StrokeLook } from './stroke-points.ts';

/** Position of the pointer in CSS px from the viewport's top left corner, with its pressure, 0…1. */
export interface Touch extends Point {
  readonly pressure: number;
}

/** Paints one stroke after the other, whatever moves it: a mouse, a pen, a finger or keys. */
export interface StrokeRecorder {
  readonly isPainting: () => boolean;
  /** @param straight begins where the last stroke ended. */
  readonly begin: (brush: Brush & { tool: Stroke['action'] }, touch: Touch, straight: boolean) => void;
  readonly move: (touches: readonly Touch[]) => void;
  /** Ends the stroke. @returns what was painted; undefined where nothing was being painted. */
  readonly lift: () => Stroke | undefined;
  /** Forgets the stroke. @returns whether there was one. */
  readonly abandon: () => boolean;
}

/** How far the recorded stroke may be from the painted one, in CSS px. */
const tolerance = 0.25;
const [minImagePx, maxImagePx] = [0.5, 8192];

/** @param viewOf where the picture is now: it may move while a stroke is painted. */
export function createStrokeRecorder(paint: StrokePreview, viewOf: () => Camera): StrokeRecorder {
  let look: StrokeLook | undefined;
  let points: number[] = [];
  let lastEnd: readonly number[] | undefined;

  function add(added: readonly number[]): void {
    for (const value of added) points.push(value);
    paint.extend(added);
  }

  return {
    isPainting: () => look !== undefined,
    begin({ tool, sizePx, hardness, opacity, followsEdges }, touch, straight) {
      const inImagePx = Math.max(minImagePx, Math.min(maxImagePx, sizePx / viewOf().scale));
      look = { action: tool, sizePx: Math.round(inImagePx * 100) / 100, hardness, opacity, followsEdges };
      points = [];
      paint.begin(look);
      add([...((straight && lastEnd) || []), ...toPoint(viewOf(), touch)]);
    },
    move(touches) {
      if (look) add(touches.flatMap((touch) => toPoint(viewOf(), touch)));
    },
    lift() {
      if (!look) return undefined;
      const stroke = recordStroke(look, points, tolerance / viewOf().scale);
      lastEnd = points.slice(-3);
      look = undefined;
      paint.end(stroke);
      return stroke;
    },
    abandon() {
      const wasPainting = look !== undefined;
      look = undefined;
      paint.abandon();
      return wasPainting;
    },
  };
}

function toPoint(view: Camera, touch: Touch): [number, number, number] {
  const { x, y } = toImage(view, touch);
  return [x, y, touch.pressure];
}
