import type { Size } from '../geometry/rect.ts';
import { context2d } from '../raster/context-2d.ts';
import { boundsOf, type PlacedBox } from './place-layer.ts';
import type { PreparedLayer } from './prepare-layers.ts';

/** The layers above or below the subject, drawn into one picture that is read row by row. */
export interface LayerRows {
  /**
   * Reads one row. Reading from top to bottom is fastest.
   * @returns the row as RGBA with straight alpha, valid until the next call; undefined when nothing is drawn in it.
   */
  readonly readRow: (row: number) => Uint8ClampedArray | undefined;
}

/** The part of a result that a layer covers. */
export interface DrawnLayer extends Size {
  readonly name: string;
  /** Position of the part in px of the result. */
  readonly x: number;
  readonly y: number;
  /** RGBA with straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** The layers of a result, in px of the result. */
export interface OpenLayers {
  /** Undefined when there are none. */
  readonly above: LayerRows | undefined;
  readonly below: LayerRows | undefined;
  /** Draws each layer for itself, the lowest first. Layers that lie outside of the result are left out. */
  readonly draw: (place: PreparedLayer['place']) => readonly DrawnLayer[];
}

/** Opens layers for a result. It is called with the size of a draft, of the result, or of a reduced result. */
export type LayerOpener = (size: Size) => Promise<OpenLayers>;

/** Number of rows that are drawn and read back at once. */
const rowsAtOnce = 64;

export function openLayers(layers: readonly PreparedLayer[], size: Size): OpenLayers {
  const at = (place: PreparedLayer['place']) => layers.filter((layer) => layer.place === place);
  return {
    above: rowsOf(at('above'), size),
    below: rowsOf(at('below'), size),
    draw: (place) => at(place).flatMap((layer) => drawn(layer, size)),
  };
}

function rowsOf(layers: readonly PreparedLayer[], { widthPx, heightPx }: Size): LayerRows | undefined {
  if (layers.every(({ boxes }) => boxes.length === 0)) return undefined;
  const strip = context2d(widthPx, Math.min(rowsAtOnce, heightPx), true);
  let first = -rowsAtOnce;
  let pixels: Uint8ClampedArray | undefined;
  return {
    readRow(row) {
      if (row < first || row >= first + rowsAtOnce) {
        first = row - (row % rowsAtOnce);
        strip.clearRect(0, 0, widthPx, rowsAtOnce);
        const isDrawn = layers.map((layer) => drawWithin(strip, layer, 0, first, strip.canvas)).includes(true);
        pixels = isDrawn ? strip.getImageData(0, 0, widthPx, strip.canvas.height).data : undefined;
      }
      return pixels?.subarray((row - first) * widthPx * 4, (row - first + 1) * widthPx * 4);
    },
  };
}

function drawn(layer: PreparedLayer, size: Size): DrawnLayer[] {
  const edges = layer.boxes.map(edgesOf);
  const left = Math.max(0, Math.floor(Math.min(...edges.map((box) => box.left))));
  const top = Math.max(0, Math.floor(Math.min(...edges.map((box) => box.top))));
  const right = Math.min(size.widthPx, Math.ceil(Math.max(...edges.map((box) => box.right))));
  const bottom = Math.min(size.heightPx, Math.ceil(Math.max(...edges.map((box) => box.bottom))));
  const [widthPx, heightPx] = [right - left, bottom - top];
  if (!(widthPx > 0 && heightPx > 0)) return [];
  const context = context2d(widthPx, heightPx, true);
  drawWithin(context, layer, left, top, context.canvas);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return [{ name: layer.name, x: left, y: top, widthPx, heightPx, data }];
}

/**
 * Draws the part of a layer that a canvas shows.
 * @param x Position of the canvas in px of the result.
 * @returns whether anything may be visible.
 */
function drawWithin(
  context: OffscreenCanvasRenderingContext2D,
  { boxes, draw }: PreparedLayer,
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  let isDrawn = false;
  for (const box of boxes) {
    const { left, top, right, bottom } = edgesOf(box);
    if (right <= x || left >= x + width || bottom <= y || top >= y + height) continue;
    isDrawn = true;
    context.save();
    context.translate(box.centerX - x, box.centerY - y);
    context.rotate((box.angleDeg / 180) * Math.PI);
    draw(context);
    context.restore();
  }
  return isDrawn;
}

/** Returns the edges around a box. Glyphs may reach beyond the box of their text by a part of its height. */
function edgesOf({ centerX, centerY, angleDeg, ...size }: PlacedBox) {
  const reachPx = Math.min(size.widthPx, size.heightPx) / 2 + 2;
  const { widthPx, heightPx } = boundsOf(size, angleDeg);
  return {
    left: centerX - widthPx / 2 - reachPx,
    top: centerY - heightPx / 2 - reachPx,
    right: centerX + widthPx / 2 + reachPx,
    bottom: centerY + heightPx / 2 + reachPx,
  };
}
