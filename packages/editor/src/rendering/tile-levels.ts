import type { CanvasRect } from '../model/canvas-rect.ts';

export type TileSource = ImageBitmap | ImageData | OffscreenCanvas | HTMLCanvasElement;

interface Level {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Px of the image per px of the level. */
  readonly step: number;
  readonly tiles: readonly Tile[];
}

/** A tile. Its rectangles are in px of its level. */
interface Tile {
  /** Area that only this tile shows. */
  readonly inner: CanvasRect;
  /** Area of the tile with one px of its neighbours on each side, so that px can be blended across the border. */
  readonly outer: CanvasRect;
  /** Undefined until pixels are written into the tile. */
  context: OffscreenCanvasRenderingContext2D | undefined;
}

/**
 * Side of a tile's inner area. It is even, so that the four px that are averaged to one always lie in one tile. With
 * its neighbours' px, a tile has 1024 px.
 */
const innerSidePx = 1022;
/** Side of the smallest level. Smaller levels would bring no gain. */
const smallestLevelPx = 128;

/** Returns the levels of an image, from the full size to the smallest one, with empty tiles. */
export function makeLevels(widthPx: number, heightPx: number): readonly Level[] {
  const levels: Level[] = [];
  for (let step = 1; ; step *= 2) {
    const level = { widthPx: Math.ceil(widthPx / step), heightPx: Math.ceil(heightPx / step), step };
    levels.push({ ...level, tiles: makeTiles(level) });
    if (Math.max(level.widthPx, level.heightPx) <= smallestLevelPx) return levels;
  }
}

/**
 * Writes pixels into every tile that shows some of them, from the full size to the smallest level. The caller may
 * pause after each tile.
 * @param onRestored Called for each tile that the browser has emptied because the graphics card was lost.
 */
export function* writeTiles(
  levels: readonly Level[],
  source: TileSource,
  rect: CanvasRect,
  onRestored: () => void,
): Generator<void> {
  let touched = rect;
  for (const [index, level] of levels.entries()) {
    const below = levels[index - 1];
    for (const tile of level.tiles) {
      const part = intersect(tile.outer, touched);
      if (part.width <= 0 || part.height <= 0) continue;
      tile.context ??= makeContext(tile.outer, onRestored);
      if (below) halve(tile.context, tile.outer, below, part);
      else copy(tile.context, tile.outer, source, rect, part);
      yield;
    }
    touched = halfOf(touched);
  }
}

function makeTiles({ widthPx, heightPx }: Pick<Level, 'widthPx' | 'heightPx'>): readonly Tile[] {
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx };
  const tiles: Tile[] = [];
  for (let y = 0; y < heightPx; y += innerSidePx) {
    for (let x = 0; x < widthPx; x += innerSidePx) {
      const inner = intersect({ x, y, width: innerSidePx, height: innerSidePx }, whole);
      const outer = { x: inner.x - 1, y: inner.y - 1, width: inner.width + 2, height: inner.height + 2 };
      tiles.push({ inner, outer: intersect(outer, whole), context: undefined });
    }
  }
  return tiles;
}

function makeContext({ width, height }: CanvasRect, onRestored: () => void): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('The browser could not create a 2D canvas.');
  context.canvas.addEventListener('contextrestored', onRestored);
  return context;
}

/**
 * Copies a part of the source into a tile.
 * @param part Part in px of the image, within both the tile and the source.
 */
function copy(
  context: OffscreenCanvasRenderingContext2D,
  tile: CanvasRect,
  source: TileSource,
  rect: CanvasRect,
  part: CanvasRect,
): void {
  const { x, y, width, height } = part;
  if (source instanceof ImageData) {
    context.putImageData(source, rect.x - tile.x, rect.y - tile.y, x - rect.x, y - rect.y, width, height);
    return;
  }
  context.clearRect(x - tile.x, y - tile.y, width, height);
  context.drawImage(source, x - rect.x, y - rect.y, width, height, x - tile.x, y - tile.y, width, height);
}

/**
 * Reduces a part of a level to half its size. At exactly half the size, the browser's blend of 2 × 2 px is their mean.
 */
function halve(context: OffscreenCanvasRenderingContext2D, tile: CanvasRect, below: Level, part: CanvasRect): void {
  context.clearRect(part.x - tile.x, part.y - tile.y, part.width, part.height);
  const wanted = scaled(part, 2);
  for (const { inner, outer, context: source } of below.tiles) {
    const piece = intersect(inner, wanted);
    if (!source || piece.width <= 0 || piece.height <= 0) continue;
    for (const column of pairs(piece.x, piece.width)) {
      for (const row of pairs(piece.y, piece.height)) {
        context.drawImage(
          source.canvas,
          column.from - outer.x,
          row.from - outer.y,
          column.length,
          row.length,
          column.from / 2 - tile.x,
          row.from / 2 - tile.y,
          Math.ceil(column.length / 2),
          Math.ceil(row.length / 2),
        );
      }
    }
  }
}

/**
 * Splits a span into its even part and a last px without a partner, which is drawn alone: halved together with the
 * others, it would be half transparent.
 */
function pairs(from: number, length: number): readonly { readonly from: number; readonly length: number }[] {
  const odd = length % 2;
  const spans = [
    { from, length: length - odd },
    { from: from + length - odd, length: odd },
  ];
  return spans.filter((span) => span.length > 0);
}

/** Returns the area that two rectangles share. Its width or height is not positive when they share none. */
export function intersect(one: CanvasRect, other: CanvasRect): CanvasRect {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.min(one.x + one.width, other.x + other.width) - x,
    height: Math.min(one.y + one.height, other.y + other.height) - y,
  };
}

export function scaled({ x, y, width, height }: CanvasRect, by: number): CanvasRect {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

/** Returns the rectangle, in the next level, of all px that show a part of this one. */
function halfOf({ x, y, width, height }: CanvasRect): CanvasRect {
  const [left, top] = [Math.floor(x / 2), Math.floor(y / 2)];
  return { x: left, y: top, width: Math.ceil((x + width) / 2) - left, height: Math.ceil((y + height) / 2) - top };
}
