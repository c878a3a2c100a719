import { toSrgb } from '../color/linear-light.ts';
import type { Size } from '../geometry/rect.ts';
import type { FloorGround } from '../light/floor-shadow.ts';
import { type LightParams, noLight } from '../light/light-params.ts';
import { measureSubject, type SubjectMeasure } from '../light/measure-subject.ts';
import { lightLeft } from '../light/shadows.ts';
import { boundsOfMap } from '../light/subject-map.ts';
import { reflectedShare } from '../reflection/reflection-params.ts';
import { enlargedMap, type ReadRow } from '../resample/interpolate-map.ts';
import { context2d } from '../raster/context-2d.ts';
import type { TonePrecision } from '../tone/toned-cutout.ts';
import { boundsOf, type PlacedBox } from './place-layer.ts';
import type { PreparedLayer } from './prepare-layers.ts';

/** Layers that are drawn into one picture, which is read row by row. */
export interface LayerRows {
  /**
   * Reads one row. Reading from top to bottom is fastest.
   * @returns the row as RGBA with straight alpha, valid until the next call; undefined when nothing is drawn in it.
   */
  readonly readRow: (row: number) => Uint8ClampedArray | undefined;
}

/** Consecutive layers that are blended alike. */
export interface LayerGroup {
  /** Reads the share of light that the group's shadow leaves, 0…1, one value for each pixel. The shadow lies under the group's rows. */
  readonly left?: ReadRow | undefined;
  readonly rows?: LayerRows | undefined;
  /** Texts and logos are blended as encoded values, and subjects with their reflections in linear light. */
  readonly blending: 'encoded' | 'light';
  /** Measures the subject of the group; undefined for texts and logos. */
  readonly measure?: (() => SubjectMeasure) | undefined;
}

/** The part of a result that a layer covers. */
export interface DrawnLayer extends Size {
  readonly name: string;
  /** Content of the part. A subject has its shadow and its reflection as parts of their own. */
  readonly role: 'graphic' | 'subject' | 'shadow' | 'reflection';
  /** Position of the part in px of the result. */
  readonly x: number;
  readonly y: number;
  /** RGBA with straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** A drawn layer whose subject can be measured. */
export interface MeasuredPart extends DrawnLayer {
  /** Measures the subject to which the part belongs; undefined for texts and logos. */
  readonly measure?: (() => SubjectMeasure) | undefined;
}

/** The layers of a result, in px of the result. In each list the lowest is the first. */
export interface OpenLayers {
  /** Layers behind the subject, with the shadows and reflections of subjects among them. */
  readonly below: readonly LayerGroup[];
  /** Shadows and reflections of subjects before the subject. They lie on the ground, and so behind the subject. */
  readonly ground: readonly LayerGroup[];
  readonly above: readonly LayerGroup[];
  /** Draws each layer of a list for itself. Layers that lie outside of the result are left out. */
  readonly draw: (list: 'below' | 'ground' | 'above') => readonly MeasuredPart[];
}

/**
 * Opens layers for a result. It is called with the size of a draft, of the result, or of a reduced result.
 * @param precision precision of the tone of subjects; `exact` by default.
 */
export type LayerOpener = (size: Size, precision?: TonePrecision) => Promise<OpenLayers>;

/** Light that falls on subjects among the layers. */
export interface LayerLight {
  readonly light: Pick<LightParams, 'contact' | 'drop' | 'lift'>;
  /** Plane on which they stand, when it is known. */
  readonly ground?: FloorGround | undefined;
}

/** Number of rows that are drawn and read back at once. */
const rowsAtOnce = 64;
/** Longer side of the map from which shadows are computed, in px. Shadows have no finer detail. */
const shadowMapPx = 768;
/** Number of steps of a gradient that approximates the fading of a reflection. */
const fadeSteps = 16;

/** @param lit light on subjects among the layers; none by default. */
export function openLayers(
  layers: readonly PreparedLayer[],
  size: Size,
  lit: LayerLight = { light: noLight },
): OpenLayers {
  const at = (place: PreparedLayer['place']) => layers.filter((layer) => layer.place === place);
  const footingsOf = (layer: PreparedLayer) => {
    const footing = {
      left: shadowOf(layer, size, lit),
      rows: reflectionOf(layer, size, lit.light),
      blending: 'light',
      measure: measureOf(layer, size),
    } as const;
    return footing.left || footing.rows ? [footing] : [];
  };
  return {
    below: groupsOf(at('below'), size, footingsOf),
    ground: at('above').flatMap(footingsOf),
    above: groupsOf(at('above'), size, () => []),
    draw(list) {
      switch (list) {
        case 'below':
          return at('below').flatMap((layer) => [
            ...footingsOf(layer).flatMap((each) => drawnGround(each, size)),
            ...drawn(layer, size),
          ]);
        case 'ground':
          return at('above').flatMap((layer) => footingsOf(layer).flatMap((each) => drawnGround(each, size)));
        case 'above':
          return at('above').flatMap((layer) => drawn(layer, size));
        default:
          return list satisfies never;
      }
    },
  };
}

/** Joins neighbouring texts and logos. Each subject is a group of its own, which follows its shadow and reflection. */
function groupsOf(
  layers: readonly PreparedLayer[],
  size: Size,
  footingsOf: (layer: PreparedLayer) => readonly LayerGroup[],
): readonly LayerGroup[] {
  const groups: LayerGroup[] = [];
  let joined: PreparedLayer[] = [];
  const close = () => {
    const rows = rowsOf(joined, size);
    if (rows) groups.push({ rows, blending: 'encoded' });
    joined = [];
  };
  for (const layer of layers) {
    if (!layer.subject) {
      joined.push(layer);
      continue;
    }
    close();
    groups.push(...footingsOf(layer), {
      rows: rowsOf([layer], size),
      blending: 'light',
      measure: measureOf(layer, size),
    });
  }
  close();
  return groups;
}

function rowsOf(layers: readonly PreparedLayer[], { widthPx, heightPx }: Size): LayerRows | undefined {
  if (layers.every(({ boxes }) => boxes.length === 0)) return undefined;
  return strips({ widthPx, heightPx }, (strip, first) =>
    layers.map((layer) => drawWithin(strip, layer, 0, first, strip.canvas)).includes(true),
  );
}

/**
 * Draws strips of rows when they are read.
 * @param drawStrip draws the strip that begins with a row, and returns whether anything may be visible in it.
 */
function strips(
  { widthPx, heightPx }: Size,
  drawStrip: (strip: OffscreenCanvasRenderingContext2D, firstRow: number) => boolean,
): LayerRows {
  const strip = context2d(widthPx, Math.min(rowsAtOnce, heightPx), true);
  let first = -rowsAtOnce;
  let pixels: Uint8ClampedArray | undefined;
  return {
    readRow(row) {
      if (row < first || row >= first + rowsAtOnce) {
        first = row - (row % rowsAtOnce);
        strip.clearRect(0, 0, widthPx, rowsAtOnce);
        pixels = drawStrip(strip, first) ? strip.getImageData(0, 0, widthPx, strip.canvas.height).data : undefined;
      }
      return pixels?.subarray((row - first) * widthPx * 4, (row - first + 1) * widthPx * 4);
    },
  };
}

/** Measurements of subjects. A subject and its reflection need the same ones. */
const measured = new WeakMap<PreparedLayer, SubjectMeasure>();

/** Returns a function that measures the visible part of a subject; undefined for texts and logos. */
function measureOf(layer: PreparedLayer, size: Size): (() => SubjectMeasure) | undefined {
  if (!layer.subject) return undefined;
  return () => {
    const known = measured.get(layer);
    if (known) return known;
    const [part] = drawn(layer, size);
    const measure = measureSubject(part ?? { widthPx: 0, heightPx: 0, data: new Uint8ClampedArray() });
    measured.set(layer, measure);
    return measure;
  };
}

/** Computes the shadows of a subject as those of the image's own subject; undefined when it casts none. */
function shadowOf(
  layer: PreparedLayer,
  { widthPx, heightPx }: Size,
  { light, ground }: LayerLight,
): ReadRow | undefined {
  if (!layer.subject?.castsShadow || (light.contact === 0 && light.drop.strength === 0)) return undefined;
  const scale = Math.min(1, shadowMapPx / Math.max(widthPx, heightPx));
  const small = {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  };
  const context = context2d(small.widthPx, small.heightPx, true);
  context.scale(small.widthPx / widthPx, small.heightPx / heightPx);
  if (!drawWithin(context, layer, 0, 0, { width: widthPx, height: heightPx })) return undefined;
  const pixels = context.getImageData(0, 0, small.widthPx, small.heightPx).data;
  const data = Float32Array.from({ length: pixels.length / 4 }, (_, at) => (pixels[at * 4 + 3] ?? 0) / 255);
  const left = lightLeft({ ...small, data, bounds: boundsOfMap(data, small.widthPx) }, light, ground);
  return left && enlargedMap(left, 1, widthPx, heightPx);
}

/**
 * Returns the row below the lowest pixel of a subject. That of its box is lower when the subject is turned, or has faint remains of its old
 * ground below it.
 */
function footOf(layer: PreparedLayer, size: Size): number {
  const [part] = drawn(layer, size);
  if (!part) return size.heightPx;
  const rowOf = (y: number) => part.data.subarray(y * part.widthPx * 4, (y + 1) * part.widthPx * 4);
  const greatestIn = (row: Uint8ClampedArray) => {
    let greatest = 0;
    for (let at = 3; at < row.length; at += 4) greatest = Math.max(greatest, row[at] ?? 0);
    return greatest;
  };
  const half = greatestIn(part.data) / 2;
  let end = part.heightPx;
  while (end > 1 && greatestIn(rowOf(end - 1)) < half) end -= 1;
  return part.y + end;
}

/** Draws the reflection of a subject below its lowest row; undefined when it has none. */
function reflectionOf(layer: PreparedLayer, size: Size, { lift = 0 }: LayerLight['light']): LayerRows | undefined {
  const { subject, boxes, draw } = layer;
  const [box] = boxes;
  const reflection = subject?.reflection;
  if (!reflection || !box) return undefined;
  const { heightPx } = boundsOf(box, box.angleDeg);
  const liftPx = (lift / 100) * heightPx;
  const groundPx = footOf(layer, size) + liftPx;
  const [startPx, lengthPx] = [groundPx + liftPx, (reflection.length / 100) * heightPx];
  return strips(size, (strip, first) => {
    if (first + rowsAtOnce <= startPx - 1 || first >= startPx + lengthPx) return false;
    strip.save();
    strip.transform(1, 0, 0, -1, 0, 2 * groundPx - first);
    drawBox(strip, box, draw);
    strip.restore();
    const fade = strip.createLinearGradient(0, startPx - first, 0, startPx + lengthPx - first);
    for (let step = 0; step <= fadeSteps; step += 1) {
      const along = step / fadeSteps;
      fade.addColorStop(along, `rgb(0 0 0 / ${reflectedShare(reflection, along)})`);
    }
    strip.save();
    strip.globalCompositeOperation = 'destination-in';
    strip.fillStyle = fade;
    strip.fillRect(0, 0, strip.canvas.width, strip.canvas.height);
    strip.restore();
    return true;
  });
}

/** Draws the shadow and the reflection of a subject as layers of the result's size. */
function drawnGround({ left, rows, measure }: LayerGroup, { widthPx, heightPx }: Size): readonly MeasuredPart[] {
  const drawnRows = (
    role: DrawnLayer['role'],
    paintRow: (y: number, into: Uint8ClampedArray) => void,
  ): MeasuredPart => {
    const data = new Uint8ClampedArray(widthPx * heightPx * 4);
    for (let y = 0; y < heightPx; y += 1) paintRow(y, data.subarray(y * widthPx * 4, (y + 1) * widthPx * 4));
    return { name: '', role, x: 0, y: 0, widthPx, heightPx, data, measure };
  };
  const shares = new Float32Array(left ? widthPx : 0);
  const shadow =
    left &&
    drawnRows('shadow', (y, into) => {
      left(y, shares);
      for (let x = 0; x < widthPx; x += 1) into[x * 4 + 3] = 255 - toSrgb(shares[x] ?? 1);
    });
  const reflection =
    rows &&
    drawnRows('reflection', (y, into) => {
      const row = rows.readRow(y);
      if (row) into.set(row);
    });
  return [shadow, reflection].filter((each) => each !== undefined);
}

function drawn(layer: PreparedLayer, size: Size): MeasuredPart[] {
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
  const role = layer.subject ? 'subject' : 'graphic';
  return [{ name: layer.name, role, x: left, y: top, widthPx, heightPx, data, measure: measureOf(layer, size) }];
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
    context.translate(-x, -y);
    drawBox(context, box, draw);
    context.restore();
  }
  return isDrawn;
}

function drawBox(context: OffscreenCanvasRenderingContext2D, box: PlacedBox, draw: PreparedLayer['draw']): void {
  context.save();
  context.translate(box.centerX, box.centerY);
  context.rotate((box.angleDeg / 180) * Math.PI);
  draw(context);
  context.restore();
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
