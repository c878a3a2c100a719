import { createScratch, emptyRect, isEmpty, type Rect, union } from '@isola/imaging';
import type { Camera, ViewportSize } from '../viewport/view.ts';
import type { Stroke } from '../edits/stroke.ts';
import { type PaintBuffer, paintPart, wipe } from './paint-mask.ts';
import type { PaintSources } from './paint-sources.ts';
import type { StrokeLook } from './stroke-points.ts';

/** Paints strokes on the screen at once, long before the full-size result has them. */
export interface StrokePreview {
  /** Sets the camera. The painted strokes move with it at once, and are painted again when the camera rests. */
  readonly lookFrom: (view: Camera, viewport: ViewportSize, pixelRatio: number) => void;
  readonly paintFrom: (sources: PaintSources) => void;
  /** The strokes that the result does not have yet, oldest first. */
  readonly keep: (strokes: readonly Stroke[]) => void;
  readonly begin: (look: StrokeLook) => void;
  /** @param points x, y, pressure, one after the other, in px of the image. */
  readonly extend: (points: readonly number[]) => void;
  /** The stroke stays until `keep` is called without it. */
  readonly end: (stroke: Stroke) => void;
  readonly abandon: () => void;
  /** Makes ready what the first touch would have to wait for: as soon as the view rests, and whenever it does again. */
  readonly prepare: (action: Stroke['action']) => void;
  readonly dispose: () => void;
}

/** How long the view must rest, in ms, before what moved along with it is painted anew. */
const restMs = 120;

interface Current {
  readonly look: StrokeLook;
  readonly points: number[];
  /** In px of the screen. */
  touched: Rect;
}

/**
 * Paint over the original shows it, for restoring; over the backdrop, for erasing. Both are read once for a view, in px of
 * the screen: a stroke then costs what it covers, however large the image is.
 * @param done holds whole strokes, each over those before it.
 * @param live lies over it and holds the one that is being painted.
 */
export function createStrokePreview(done: HTMLCanvasElement, live: HTMLCanvasElement): StrokePreview {
  const doneContext = contextOf(done);
  const liveContext = contextOf(live);
  const scratch = createScratch();
  const grounds = new Map<Stroke['action'], PaintBuffer>();
  let sources: PaintSources | undefined;
  let view: Camera = { scale: 1, offsetX: 0, offsetY: 0 };
  let viewport: ViewportSize = { width: 0, height: 0 };
  let pixelRatio = 1;
  /** The view in which `done` is painted. */
  let paintedView = view;
  let painted: readonly Stroke[] = [];
  let current: Current | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let nextAction: Stroke['action'] | undefined;

  function groundOf(action: Stroke['action']): PaintBuffer | undefined {
    const known = grounds.get(action);
    if (known) return known;
    if (!sources || live.width === 0 || live.height === 0) return undefined;
    const draw = action === 'restore' ? sources.drawOriginal : sources.drawBackdrop;
    const ground = readGround(live.width, live.height, pixelRatio, (context) => draw(context, view));
    grounds.set(action, ground);
    return ground;
  }

  /** Paints `points`, from where the stroke had come, and shows it. */
  function advance(stroke: Current, points: readonly number[]): void {
    const ground = groundOf(stroke.look.action);
    if (!ground) return;
    const { sizePx, hardness, opacity } = stroke.look;
    const part = {
      points: toScreenPx([...stroke.points.slice(-3), ...points]),
      sizePx: sizePx * view.scale * pixelRatio,
      hardness,
    };
    const touched = paintPart(ground, part, opacity / 100, scratch);
    if (isEmpty(touched)) return;
    stroke.touched = union(stroke.touched, touched);
    liveContext.putImageData(ground.image, 0, 0, touched.x, touched.y, touched.widthPx, touched.heightPx);
  }

  function toScreenPx(points: readonly number[]): number[] {
    const { scale, offsetX, offsetY } = view;
    return points.map((value, at) => {
      if (at % 3 === 2) return value;
      return (value * scale + (at % 3 === 0 ? offsetX : offsetY)) * pixelRatio;
    });
  }

  /** Takes the live stroke off, and its paint off its ground. */
  function clearLive({ look, touched }: Current): void {
    const ground = grounds.get(look.action);
    if (ground) wipe(ground, touched);
    liveContext.clearRect(0, 0, live.width, live.height);
  }

  /** Lays the live stroke over those before it. */
  function settle(stroke: Current): void {
    const { x, y, widthPx, heightPx } = stroke.touched;
    if (widthPx > 0) doneContext.drawImage(live, x, y, widthPx, heightPx, x, y, widthPx, heightPx);
    clearLive(stroke);
  }

  function paintWhole(stroke: Stroke): void {
    const whole: Current = { look: stroke, points: [], touched: emptyRect };
    advance(whole, stroke.points);
    settle(whole);
  }

  function repaint(): void {
    clearTimeout(rest);
    rest = undefined;
    paintedView = view;
    done.style.transform = '';
    doneContext.clearRect(0, 0, done.width, done.height);
    if (current) clearLive(current);
    painted.forEach(paintWhole);
    if (!current) return;
    const { look, points } = current;
    const anew: Current = { look, points: [], touched: emptyRect };
    advance(anew, points);
    current = { ...anew, points };
  }

  function restSoon(): void {
    clearTimeout(rest);
    rest = setTimeout(() => {
      repaint();
      if (nextAction) groundOf(nextAction);
    }, restMs);
  }

  function moveAlong(): void {
    const by = view.scale / paintedView.scale;
    const x = view.offsetX - paintedView.offsetX * by;
    const y = view.offsetY - paintedView.offsetY * by;
    done.style.transform = `translate(${x}px, ${y}px) scale(${by})`;
  }

  return {
    lookFrom(seen, nextViewport, nextRatio) {
      // On whole px of the screen, as the stage has its picture: else paint and picture would differ by a part of one.
      const nextView = {
        scale: seen.scale,
        offsetX: Math.round(seen.offsetX * nextRatio) / nextRatio,
        offsetY: Math.round(seen.offsetY * nextRatio) / nextRatio,
      };
      const resized =
        nextViewport.width !== viewport.width || nextViewport.height !== viewport.height || nextRatio !== pixelRatio;
      if (!resized && isSameView(view, nextView)) return;
      view = nextView;
      viewport = nextViewport;
      pixelRatio = nextRatio;
      grounds.clear();
      if (resized) {
        for (const canvas of [done, live]) {
          canvas.width = Math.round(viewport.width * pixelRatio);
          canvas.height = Math.round(viewport.height * pixelRatio);
        }
      }
      if (resized || current) repaint();
      else moveAlong();
      restSoon();
    },
    paintFrom(next) {
      const known = sources;
      sources = next;
      if (known?.drawOriginal === next.drawOriginal && known.drawBackdrop === next.drawBackdrop) return;
      if (current) clearLive(current);
      grounds.clear();
      repaint();
      restSoon();
    },
    keep(strokes) {
      if (strokes.length === painted.length && strokes.every((stroke, at) => stroke === painted[at])) return;
      painted = strokes;
      repaint();
    },
    begin(look) {
      // During a stroke the preview is drawn at once; it does not wait for the view to rest.
      if (rest !== undefined) repaint();
      current = { look, points: [], touched: emptyRect };
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
      if (rest === undefined) groundOf(action);
    },
    dispose() {
      clearTimeout(rest);
      grounds.clear();
    },
  };
}

function readGround(
  width: number,
  height: number,
  pixelRatio: number,
  draw: (context: CanvasRenderingContext2D) => void,
): PaintBuffer {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = contextOf(canvas, { willReadFrequently: true });
  context.scale(pixelRatio, pixelRatio);
  draw(context);
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const ceiling = new Uint8Array(width * height);
  for (let at = 0; at < ceiling.length; at++) {
    ceiling[at] = data[at * 4 + 3] ?? 0;
    data[at * 4 + 3] = 0;
  }
  return { image, ceiling };
}

function isSameView(one: Camera, other: Camera): boolean {
  return one.scale === other.scale && one.offsetX === other.offsetX && one.offsetY === other.offsetY;
}

function contextOf(canvas: HTMLCanvasElement, settings?: CanvasRenderingContext2DSettings): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings);
  if (!context) throw new Error('This browser draws no canvas.');
  return context;
}
