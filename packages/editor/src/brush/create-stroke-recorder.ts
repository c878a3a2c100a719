import { toImage, type Point, type Camera } from '../viewport/view.ts';
import type { Stroke } from '../edits/stroke.ts';
import type { Brush } from './create-brush-store.ts';
import type { StrokePreview } from './create-stroke-preview.ts';
import { recordStroke, type StrokeStyle } from './stroke-points.ts';

/** A point of a stroke, in CSS px from the top left corner of the viewport, with its pressure of 0…1. */
export interface Touch extends Point {
  readonly pressure: number;
}

/** Records strokes of a mouse, a pen, a finger or keys. */
export interface StrokeRecorder {
  readonly isPainting: () => boolean;
  /** @param straight True when the stroke begins where the last one ended. */
  readonly begin: (brush: Brush & { tool: Stroke['action'] }, touch: Touch, straight: boolean) => void;
  readonly move: (touches: readonly Touch[]) => void;
  /** Ends the stroke. @returns undefined when no stroke was being painted. */
  readonly lift: () => Stroke | undefined;
  /** Discards the stroke. @returns whether there was one. */
  readonly abandon: () => boolean;
}

/** Largest distance of the recorded stroke from the painted one, in CSS px. */
const tolerancePx = 0.25;
const [minImagePx, maxImagePx] = [0.5, 8192];

/** @param getCamera Returns the current camera, which may move while a stroke is painted. */
export function createStrokeRecorder(preview: StrokePreview, getCamera: () => Camera): StrokeRecorder {
  let style: StrokeStyle | undefined;
  let points: number[] = [];
  let lastEnd: readonly number[] | undefined;

  function add(added: readonly number[]): void {
    for (const value of added) points.push(value);
    preview.extend(added);
  }

  return {
    isPainting: () => style !== undefined,
    begin({ tool, sizePx, hardness, opacity, followsEdges }, touch, straight) {
      const inImagePx = Math.max(minImagePx, Math.min(maxImagePx, sizePx / getCamera().scale));
      style = { action: tool, sizePx: Math.round(inImagePx * 100) / 100, hardness, opacity, followsEdges };
      points = [];
      preview.begin(style);
      add([...((straight && lastEnd) || []), ...toPoint(getCamera(), touch)]);
    },
    move(touches) {
      if (style) add(touches.flatMap((touch) => toPoint(getCamera(), touch)));
    },
    lift() {
      if (!style) return undefined;
      const stroke = recordStroke(style, points, tolerancePx / getCamera().scale);
      lastEnd = points.slice(-3);
      style = undefined;
      preview.end(stroke);
      return stroke;
    },
    abandon() {
      const wasPainting = style !== undefined;
      style = undefined;
      preview.abandon();
      return wasPainting;
    },
  };
}

function toPoint(camera: Camera, touch: Touch): [number, number, number] {
  const { x, y } = toImage(camera, touch);
  return [x, y, touch.pressure];
}
