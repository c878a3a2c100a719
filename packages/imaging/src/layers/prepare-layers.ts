import * as z from 'zod/mini';

import type { Size } from '../geometry/rect.ts';
import { CompositorError } from '../job/compositor-error.ts';
import { context2d } from '../raster/context-2d.ts';
import type { ReflectionParams } from '../reflection/reflection-params.ts';
import { type FontFaceParams, type LayerParams, layersSchema, type TextLayer } from './layer-params.ts';
import type { PictureLender } from './create-picture-lender.ts';
import { fontOf, lineHeight, shapePicture, shapeText, type TextShape } from './layer-shape.ts';
import { isNeutral } from '../tone/tone-params.ts';
import type { TonePrecision } from '../tone/toned-cutout.ts';
import { type Frame, type PlacedBox, placeBox, repeatedBoxes } from './place-layer.ts';

/** A layer that is ready to be drawn in a frame. */
export interface PreparedLayer {
  readonly place: LayerParams['place'];
  readonly name: string;
  /** Effects of a layer that is another subject; undefined for texts and logos. */
  readonly subject?: { readonly castsShadow: boolean; readonly reflection?: ReflectionParams | undefined } | undefined;
  /** Boxes of its copies. */
  readonly boxes: readonly PlacedBox[];
  /** Draws the layer in a box whose middle is the context’s origin. */
  readonly draw: (context: OffscreenCanvasRenderingContext2D) => void;
}

/** Longest name of a layer, in characters. */
const maxNameLength = 60;

/** Checks layers. @throws {CompositorError} `processing-failed` when the schema rejects them. */
export function checkLayers(layers: readonly unknown[]): readonly LayerParams[] {
  const checked = layersSchema.safeParse(layers);
  if (checked.success) return checked.data;
  throw new CompositorError('processing-failed', `layers: ${z.prettifyError(checked.error)}`);
}

/**
 * Loads the fonts and the pictures of layers, and places the layers in a frame.
 * @param precision precision of the tone of subjects.
 * @throws {CompositorError} `resource-load-failed` when a font cannot be loaded, `unsupported-format` when a picture cannot be decoded.
 */
export async function prepareLayers(
  layers: readonly LayerParams[],
  fontFaces: readonly FontFaceParams[],
  frame: Frame,
  lender: Pick<PictureLender, 'lend' | 'lendToned'>,
  precision: TonePrecision = 'exact',
): Promise<readonly PreparedLayer[]> {
  const measurer = context2d(1, 1, true);
  return Promise.all(
    layers.map(async (layer) => {
      const { place, opacity } = layer;
      const own = { place, name: nameOf(layer) };
      if (layer.kind === 'text') {
        await loadFonts(layer, fontFaces);
        const shape = shapeText(measurer, layer, frame);
        return { ...own, boxes: boxesOf(layer, shape, frame), draw: withOpacity(opacity, textDrawer(layer, shape)) };
      }
      const picture = await lender.lend(layer.image);
      const size = shapePicture(layer, { widthPx: picture.width, heightPx: picture.height }, frame);
      const tone = layer.subject?.tone;
      const isToned = tone !== undefined && !isNeutral(tone);
      const shown = isToned ? await lender.lendToned(layer.image, { tone, precision, drawn: size }) : picture;
      const draw = withOpacity(opacity, pictureDrawer(shown, size, layer.mirrored));
      return { ...own, subject: layer.subject, boxes: boxesOf(layer, size, frame), draw };
    }),
  );
}

function boxesOf(layer: LayerParams, size: Size, frame: Frame): readonly PlacedBox[] {
  if (layer.kind === 'text' && layer.text.trim() === '') return [];
  return layer.repeat ? repeatedBoxes(size, layer.angleDeg, layer.repeat.gap, frame) : [placeBox(size, layer, frame)];
}

function nameOf(layer: LayerParams): string {
  const name = layer.name ?? (layer.kind === 'text' ? layer.text : '');
  return Array.from(name.replaceAll(/\s+/g, ' ').trim()).slice(0, maxNameLength).join('');
}

function withOpacity(opacity: number, draw: PreparedLayer['draw']): PreparedLayer['draw'] {
  return (context) => {
    context.globalAlpha = opacity / 100;
    draw(context);
  };
}

function textDrawer(layer: TextLayer, shape: TextShape): PreparedLayer['draw'] {
  const { lines, fontPx, widthPx, heightPx, baselinePx, align, direction } = shape;
  const x = align === 'left' ? -widthPx / 2 : align === 'right' ? widthPx / 2 : 0;
  return (context) => {
    context.font = fontOf(layer, fontPx);
    context.fillStyle = layer.color;
    context.textAlign = align;
    context.direction = direction;
    context.textBaseline = 'alphabetic';
    for (const [index, line] of lines.entries()) {
      context.fillText(line, x, index * fontPx * lineHeight + baselinePx - heightPx / 2);
    }
  };
}

function pictureDrawer(
  picture: ImageBitmap | OffscreenCanvas,
  { widthPx, heightPx }: Size,
  mirrored: boolean | undefined,
): PreparedLayer['draw'] {
  return (context) => {
    if (mirrored) context.scale(-1, 1);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, -widthPx / 2, -heightPx / 2, widthPx, heightPx);
  };
}

/** Font faces that this thread has, by their addresses. */
const knownFaces = new Map<string, FontFace>();

/** Loads the faces that have characters of a text. */
async function loadFonts(layer: TextLayer, faces: readonly FontFaceParams[]): Promise<void> {
  // In a worker, the global object has the fonts that a page has in its document.
  const { fonts } = ('document' in self ? self.document : self) as unknown as Partial<FontFaceSource>;
  if (!fonts) return;
  for (const { family, url, weight, unicodeRange } of faces) {
    const key = `${family} ${url} ${unicodeRange}`;
    if (knownFaces.has(key)) continue;
    const face = new FontFace(family, `url("${new URL(url).href}")`, { weight, unicodeRange });
    knownFaces.set(key, face);
    fonts.add(face);
  }
  try {
    await fonts.load(fontOf(layer, 16), layer.text);
  } catch (cause) {
    // A face that has failed never loads again, so that the next try needs a new one.
    for (const [key, face] of knownFaces) {
      if (face.status !== 'error') continue;
      fonts.delete(face);
      knownFaces.delete(key);
    }
    throw new CompositorError('resource-load-failed', 'a font could not be loaded', { cause });
  }
}
