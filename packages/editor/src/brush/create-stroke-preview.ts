import { createScratch, emptyRect, isEmpty, type Rect, union } from '@isola/imaging';

import type { Stroke } from '../edits/stroke.ts';
import type { Camera, ViewportSize } from '../viewport/view.ts';
import { createPaintBuffers } from './create-paint-buffers.ts';
import { paintPart, wipe } from './paint-mask.ts';
import type { PaintSources } from './paint-sources.ts';
import type { StrokeStyle } from './stroke-points.ts';

/** Paints strokes on the screen at once, long before the full-size result contains them. */
export interface StrokePreview {
  /**
   * Sets the position of the image. Painted strokes move with it at once, and are painted again when the camera rests.
   */
  readonly setCamera: (camera: Camera, viewport: ViewportSize, pixelRatio: number) => void;
  readonly setSources: (sources: PaintSources) => void;
  /** Shows the strokes that the result does not contain yet, the oldest first. */
  readonly showStrokes: (strokes: readonly Stroke[]) => void;
  readonly begin: (style: StrokeStyle) => void;
  /** @param points x, y and pressure of each point in turn, in px of the image. */
  readonly extend: (points: readonly number[]) => void;
  /** Ends the live stroke, which stays until `showStrokes` is called without it. */
  readonly end: (stroke: Stroke) => void;
  readonly abandon: () => void;
  /**
   * Reads the paint of an action before the first touch needs it: as soon as the camera rests, and each time it rests
   * again.
   */
  readonly prepare: (action: Stroke['action']) => void;
  readonly dispose: () => void;
}

/** Time without a change of the camera before moved strokes are painted again, in milliseconds. */
const restMs = 120;

interface LiveStroke {
  readonly style: StrokeStyle;
  readonly points: number[];
  /** Rectangle that the stroke has touched, in px of the screen. */
  touched: Rect;
}

interface Screen {
  readonly camera: Camera;
  readonly viewport: ViewportSize;
  readonly pixelRatio: number;
}

/**
 * Creates a preview. Its paint shows the original where a stroke restores, and the backdrop where it erases. Both are
 * read once per camera, in px of the screen, so that the cost of a stroke depends on the area it covers and not on the
 * size of the image.
 * @param done Canvas of the finished strokes, each above those before it.
 * @param live Canvas above it, for the stroke that is being painted.
 */
export function createStrokePreview(done: HTMLCanvasElement, live: HTMLCanvasElement): StrokePreview {
  const doneContext = contextOf(done);
  const liveContext = contextOf(live);
  const scratch = createScratch();
  const buffers = createPaintBuffers(live);
  let screen: Screen = {
    camera: { scale: 1, offsetX: 0, offsetY: 0 },
    viewport: { width: 0, height: 0 },
    pixelRatio: 1,
  };
  /** Camera for which `done` is painted. */
  let paintedCamera = screen.camera;
  let painted: readonly Stroke[] = [];
  let current: LiveStroke | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let nextAction: Stroke['action'] | undefined;

  /** Continues the stroke with `points`, from its last point on, and shows them. */
  function advance(stroke: LiveStroke, points: readonly number[]): void {
    const buffer = buffers.of(stroke.style.action, screen.camera, screen.pixelRatio);
    if (!buffer) return;
    const { sizePx, hardness, opacity } = stroke.style;
    const part = {
      points: toScreenPx([...stroke.points.slice(-3), ...points], screen),
      sizePx: sizePx * screen.camera.scale * screen.pixelRatio,
      hardness,
    };
    const touched = paintPart(buffer, part, opacity / 100, scratch);
    if (isEmpty(touched)) return;
    stroke.touched = union(stroke.touched, touched);
    liveContext.putImageData(buffer.image, 0, 0, touched.x, touched.y, touched.widthPx, touched.heightPx);
  }

  /** Removes the live stroke from its canvas, and its paint from the buffer. */
  function clearLive({ style, touched }: LiveStroke): void {
    const buffer = buffers.find(style.action);
    if (buffer) wipe(buffer, touched);
    liveContext.clearRect(0, 0, live.width, live.height);
  }

  /** Draws the live stroke over the finished ones. */
  function settle(stroke: LiveStroke): void {
    const { x, y, widthPx, heightPx } = stroke.touched;
    if (widthPx > 0) doneContext.drawImage(live, x, y, widthPx, heightPx, x, y, widthPx, heightPx);
    clearLive(stroke);
  }

  function paintWhole(stroke: Stroke): void {
    const whole: LiveStroke = { style: stroke, points: [], touched: emptyRect };
    advance(whole, stroke.points);
    settle(whole);
  }

  function repaint(): void {
    clearTimeout(rest);
    rest = undefined;
    paintedCamera = screen.camera;
    done.style.transform = '';
    doneContext.clearRect(0, 0, done.width, done.height);
    if (current) clearLive(current);
    painted.forEach(paintWhole);
    if (!current) return;
    const { style, points } = current;
    const repainted: LiveStroke = { style, points: [], touched: emptyRect };
    advance(repainted, points);
    current = { ...repainted, points };
  }

  function repaintAtRest(): void {
    clearTimeout(rest);
    rest = setTimeout(() => {
      repaint();
      if (nextAction) buffers.of(nextAction, screen.camera, screen.pixelRatio);
    }, restMs);
  }

  function moveAlong(): void {
    const { camera } = screen;
    const by = camera.scale / paintedCamera.scale;
    const x = camera.offsetX - paintedCamera.offsetX * by;
    const y = camera.offsetY - paintedCamera.offsetY * by;
    done.style.transform = `translate(${x}px, ${y}px) scale(${by})`;
  }

  return {
    setCamera(next, viewport, pixelRatio) {
      const camera = onWholePx(next, pixelRatio);
      const isResized =
        viewport.width !== screen.viewport.width ||
        viewport.height !== screen.viewport.height ||
        pixelRatio !== screen.pixelRatio;
      if (!isResized && isSameCamera(screen.camera, camera)) return;
      screen = { camera, viewport, pixelRatio };
      buffers.clear();
      if (isResized) {
        for (const canvas of [done, live]) {
          canvas.width = Math.round(viewport.width * pixelRatio);
          canvas.height = Math.round(viewport.height * pixelRatio);
        }
      }
      if (isResized || current) repaint();
      else moveAlong();
      repaintAtRest();
    },
    setSources(sources) {
      if (!buffers.isChange(sources)) return buffers.setSources(sources);
      if (current) clearLive(current);
      buffers.setSources(sources);
      buffers.clear();
      repaint();
      repaintAtRest();
    },
    showStrokes(strokes) {
      if (strokes.length === painted.length && strokes.every((stroke, at) => stroke === painted[at])) return;
      painted = strokes;
      repaint();
    },
    begin(style) {
      // A stroke cannot wait for the camera to rest, so the preview is painted at once.
      if (rest !== undefined) repaint();
      current = { style, points: [], touched: emptyRect };
    },
    extend(points) {
      if (!current || points.length === 0) return;
      advance(current, points);
      for (const value of points) current.points.push(value);
    },
    end(stroke) {
      if (!current) return;
      settle(current);
      current = undefined;
      painted = [...painted, stroke];
    },
    abandon() {
      if (current) clearLive(current);
      current = undefined;
    },
    prepare(action) {
      nextAction = action;
      if (rest === undefined) buffers.of(action, screen.camera, screen.pixelRatio);
    },
    dispose() {
      clearTimeout(rest);
      buffers.clear();
    },
  };
}

function toScreenPx(points: readonly number[], { camera, pixelRatio }: Screen): number[] {
  const { scale, offsetX, offsetY } = camera;
  return points.map((value, at) => {
    if (at % 3 === 2) return value;
    return (value * scale + (at % 3 === 0 ? offsetX : offsetY)) * pixelRatio;
  });
}

/** Rounds a camera to whole device px, as the stage does. Otherwise paint and image would be offset by a fraction. */
function onWholePx({ scale, offsetX, offsetY }: Camera, pixelRatio: number): Camera {
  return {
    scale,
    offsetX: Math.round(offsetX * pixelRatio) / pixelRatio,
    offsetY: Math.round(offsetY * pixelRatio) / pixelRatio,
  };
}

function isSameCamera(one: Camera, other: Camera): boolean {
  return one.scale === other.scale && one.offsetX === other.offsetX && one.offsetY === other.offsetY;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser could not create a 2D canvas.');
  return context;
}
