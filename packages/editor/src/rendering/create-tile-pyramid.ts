import type { CanvasRect } from '../model/canvas-rect.ts';
import { intersect, makeLevels, scaled, type TileSource, writeTiles } from './tile-levels.ts';

/**
 * An image at full size and at 1/2, 1/4, 1/8 … of it, in tiles. At every scale, only few px are read to draw the
 * visible part.
 */
export interface TilePyramid {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Returns the memory of the tiles in bytes, about 4/3 of the image's. */
  readonly bytes: () => number;
  /**
   * Replaces the pixels of a part of the image. The caller may close the source at once. A large part is cut into tiles
   * gradually. Meanwhile a copy of it is kept in memory and drawn at a lower quality. Until that copy exists, the old
   * pixels are drawn.
   * @param rect Rectangle in whole px of the image, as large as the source.
   */
  readonly update: (source: TileSource, rect: CanvasRect) => void;
  /**
   * Draws the part of the image that lies within the canvas, under any transform of the context, whose units are px of
   * the image. No seams between tiles are visible. Above two device px per px of the image, the px are drawn as
   * squares.
   * @param visible Part of the image that has to be drawn.
   * @param scale Device px per px of the image.
   */
  readonly draw: (context: AnyContext, visible: CanvasRect, scale: number) => void;
  /** @returns a promise that resolves when all updates can be drawn, if only at a lower quality. */
  readonly untilDrawable: () => Promise<void>;
  /** Frees the memory. Afterwards nothing is drawn. */
  readonly close: () => void;
}

interface Pending {
  readonly rect: CanvasRect;
  readonly source: TileSource;
  /** Copy of the source as it was when `update` was called. */
  readonly copying: Promise<ImageBitmap>;
  /** The finished copy; undefined until then. */
  copy: ImageBitmap | undefined;
}

/** Largest number of px that are cut into tiles at once. A larger number would cause a noticeable pause. */
const atOncePx = 1024 * 1024;
const sliceMs = 8;
/** Device px per px of the image above which px are drawn as squares. */
const squaresAbove = 2;
/** Tolerance for rounded scales: a scale up to 1 % above that of a level still uses this level. */
const nearness = 1.01;

/**
 * @param onChange Called when more can be drawn, or when a part can be drawn at full quality: the caller paints again.
 * @param onLost Called when the browser has emptied tiles because the graphics card was lost: the caller updates the whole
 *   image.
 */
export function createTilePyramid(
  widthPx: number,
  heightPx: number,
  onChange?: () => void,
  onLost?: () => void,
): TilePyramid {
  const levels = makeLevels(widthPx, heightPx);
  let pending: readonly Pending[] = [];
  let scratch: OffscreenCanvasRenderingContext2D | null = null;
  let closed = false;
  let telling: ReturnType<typeof setTimeout> | undefined;

  /** Reports the loss of many tiles once. */
  function onRestored(): void {
    telling ??= setTimeout(() => {
      telling = undefined;
      if (!closed) onLost?.();
    });
  }

  async function work(): Promise<void> {
    for (let next = pending[0]; next; next = pending[0]) {
      const copy = await next.copying;
      if (closed) return;
      let sliceEndMs = performance.now() + sliceMs;
      for (const _ of writeTiles(levels, copy, next.rect, onRestored)) {
        if (performance.now() < sliceEndMs) continue;
        await turn();
        if (closed) return;
        sliceEndMs = performance.now() + sliceMs;
      }
      copy.close();
      pending = pending.slice(1);
    }
    onChange?.();
  }

  /**
   * Queues an update until the updates before it are done. Its source is copied, because the caller may close it before
   * then.
   */
  function wait(source: TileSource, rect: CanvasRect): void {
    const copying = createImageBitmap(source).then((copy) => {
      entry.copy = copy;
      if (closed) copy.close();
      else onChange?.();
      return copy;
    });
    const entry: Pending = { source, rect, copying, copy: undefined };
    pending = [...pending, entry];
    if (pending.length === 1) void work();
  }

  function drawTiles(context: AnyContext, visiblePart: CanvasRect, scale: number): void {
    const level = levels[levelFor(scale, levels.length)];
    if (!level) return;
    const { step } = level;
    const transform = context.getTransform();
    for (const { inner, outer, context: tile } of level.tiles) {
      const shown = intersect(scaled(inner, step), { x: 0, y: 0, width: widthPx, height: heightPx });
      const part = intersect(shown, visiblePart);
      if (!tile || part.width <= 0 || part.height <= 0) continue;
      context.save();
      clipTo(context, shown, transform);
      const { x, y, width, height } = scaled(outer, step);
      context.drawImage(tile.canvas, x, y, width, height);
      context.restore();
    }
  }

  /**
   * Draws the pending updates, which are not in the tiles yet, over the tiles, the newest on top. An update replaces
   * the pixels below it, even with transparent ones.
   */
  function drawLayers(context: AnyContext, visiblePart: CanvasRect, scale: number): void {
    context.imageSmoothingEnabled = scale <= squaresAbove;
    const layers = pending.flatMap(({ source, copy, rect }) => {
      const image = copy ?? source;
      return image instanceof ImageData || image.width === 0 ? [] : [{ image, rect }];
    });
    context.save();
    for (const { rect } of layers) clipOut(context, rect);
    drawTiles(context, visiblePart, scale);
    context.restore();
    for (const [index, { image, rect }] of layers.entries()) {
      context.save();
      for (const later of layers.slice(index + 1)) clipOut(context, later.rect);
      context.drawImage(image, rect.x, rect.y, rect.width, rect.height);
      context.restore();
    }
  }

  /**
   * Draws at a free angle, where tile borders cross device px. The tiles are added up in an empty canvas, so that their
   * shares of a device px sum up to a whole one.
   */
  function drawTurned(context: AnyContext, visiblePart: CanvasRect, scale: number): void {
    const { width, height } = context.canvas;
    scratch ??= new OffscreenCanvas(width, height).getContext('2d');
    if (!scratch) return;
    // Setting the size also clears the canvas.
    scratch.canvas.width = width;
    scratch.canvas.height = height;
    scratch.setTransform(context.getTransform());
    scratch.globalCompositeOperation = 'lighter';
    drawLayers(scratch, visiblePart, scale);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(scratch.canvas, 0, 0);
    context.restore();
  }

  return {
    widthPx,
    heightPx,
    bytes() {
      const canvases = levels.flatMap(({ tiles }) => tiles.map(({ context }) => context?.canvas));
      return canvases.reduce((sum, canvas) => sum + (canvas ? canvas.width * canvas.height * 4 : 0), 0);
    },
    update(source, rect) {
      if (closed) return;
      if (pending.length === 0 && rect.width * rect.height <= atOncePx) {
        for (const _ of writeTiles(levels, source, rect, onRestored));
        return;
      }
      wait(source, rect);
    },
    draw(context, visible, scale) {
      if (closed) return;
      const visiblePart = intersect(visible, canvasIn(context));
      if (visiblePart.width <= 0 || visiblePart.height <= 0) return;
      context.save();
      if (isStraight(context.getTransform())) drawLayers(context, visiblePart, scale);
      else drawTurned(context, visiblePart, scale);
      context.restore();
    },
    async untilDrawable() {
      await Promise.all(pending.map(({ copying }) => copying));
    },
    close() {
      closed = true;
      for (const { copy } of pending) copy?.close();
      pending = [];
      for (const { context } of levels.flatMap(({ tiles }) => tiles)) if (context) free(context);
      if (scratch) free(scratch);
    },
  };
}

type AnyContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Returns the index of the smallest level that still has at least one px per device px. */
function levelFor(scale: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(Math.log2(nearness / scale))));
}

/** Returns the part of the image that the canvas can show. */
function canvasIn(context: AnyContext): CanvasRect {
  const inverse = context.getTransform().inverse();
  const { width, height } = context.canvas;
  const corners = [0, width].flatMap((x) => [0, height].map((y) => inverse.transformPoint({ x, y })));
  return bounds(corners);
}

/** Clips to whole device px, so that each belongs to a single tile. At a free angle it clips to the exact border. */
function clipTo(context: AnyContext, rect: CanvasRect, transform: DOMMatrix): void {
  context.beginPath();
  if (isStraight(transform)) {
    const { x, y, width, height } = bounds([
      transform.transformPoint({ x: rect.x, y: rect.y }),
      transform.transformPoint({ x: rect.x + rect.width, y: rect.y + rect.height }),
    ]);
    const [left, top] = [Math.round(x), Math.round(y)];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.rect(left, top, Math.round(x + width) - left, Math.round(y + height) - top);
  } else {
    context.rect(rect.x, rect.y, rect.width, rect.height);
  }
  context.clip();
  context.setTransform(transform);
}

function clipOut(context: AnyContext, { x, y, width, height }: CanvasRect): void {
  const far = 1e6;
  context.beginPath();
  context.rect(-far, -far, 2 * far, 2 * far);
  context.rect(x, y, width, height);
  context.clip('evenodd');
}

/** @returns whether a transform consists of quarter turns, mirroring, scaling and translation alone. */
function isStraight({ a, b, c, d }: DOMMatrix): boolean {
  const tiny = 1e-6 * Math.hypot(a, b, c, d);
  return Math.abs(b) + Math.abs(c) < tiny || Math.abs(a) + Math.abs(d) < tiny;
}

function bounds(points: readonly { readonly x: number; readonly y: number }[]): CanvasRect {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function free({ canvas }: OffscreenCanvasRenderingContext2D): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Lets other tasks run, such as a frame of the screen or an input event. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
