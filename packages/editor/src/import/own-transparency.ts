import { context2d, type RasterStrip, readPngRows } from '@isola/imaging';
import { decodeImage, readImageHeader } from '@isola/segmenter';
import { createPngEncoder } from '@isola/segmenter/imaging';

import { borrowBitmap } from './borrow-bitmap.ts';
import type { SourceImage } from '../session/segmentation-session.ts';
import { type ImageSegmentation, writtenPng } from '../session/image-segmentation.ts';

/** The `model` of a result that no model has made. */
export const ownTransparencyModel = 'own-transparency';

/** The size at which a picture is read to find whether any of it is transparent. */
const lookSidePx = 512;
/** A smaller share is taken for corners that a drawing program rounded, not for a removed background. */
const leastTransparentShare = 0.002;
const stripRows = 256;
const workingSidePx = 1024;

export interface ImageFacts {
  /** Whether the file moves. */
  readonly animated: boolean;
  /** Whether part of the picture is transparent. */
  readonly transparent: boolean;
}

const known = new WeakMap<Blob, Promise<ImageFacts>>();

/** Looks at an image that is open already, once. */
export function imageFacts(image: Pick<SourceImage, 'file' | 'bitmap'>): Promise<ImageFacts> {
  const facts = known.get(image.file) ?? look(image);
  known.set(image.file, facts);
  return facts;
}

async function look(image: Pick<SourceImage, 'file' | 'bitmap'>): Promise<ImageFacts> {
  const header = await readImageHeader(image.file);
  const animated = header?.animated ?? false;
  if (!header || header.type === 'image/jpeg') return { animated, transparent: false };
  const { bitmap, giveBack } = await borrowBitmap(image);
  const scale = Math.min(1, lookSidePx / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
  const context = context2d(width, height, true);
  context.drawImage(bitmap, 0, 0, width, height);
  giveBack();
  const { data } = context.getImageData(0, 0, width, height);
  let transparent = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 128) transparent += 1;
  return { animated, transparent: transparent / (width * height) > leastTransparentShare };
}

/**
 * Makes a result of a picture's own transparency: its alpha is the matte, its colours are the subject's. Of a PNG with
 * 8 bits a channel in sRGB both are kept to the last bit. Any other file is drawn on a canvas, which brings it to sRGB
 * and keeps the less of a colour the more transparent it is.
 * @throws what the browser throws when it cannot decode the file or gives no memory, and `RangeError` when its data end
 *   too soon.
 */
export async function ownTransparency(file: Blob): Promise<ImageSegmentation> {
  const startedAtMs = performance.now();
  const cutout = await decodeImage(file);
  const { width: widthPx, height: heightPx } = cutout;
  const matte = new Uint8ClampedArray(widthPx * heightPx);
  const encoder = await createPngEncoder({ widthPx, heightPx });
  for await (const { firstRow, data } of (await holdsItsColors(file)) ? readPngRows(file) : drawnRows(cutout)) {
    encoder.add(data);
    for (let at = 3, to = firstRow * widthPx; at < data.length; at += 4, to += 1) matte[to] = data[at] ?? 0;
    // Yields between two strips, so that the page stays responsive.
    await new Promise((done) => setTimeout(done));
  }
  const scale = Math.min(1, workingSidePx / Math.max(widthPx, heightPx));
  const tookMs = performance.now() - startedAtMs;
  return {
    widthPx,
    heightPx,
    matte: { data: matte, widthPx, heightPx },
    cutout,
    pixels: undefined,
    png: writtenPng(encoder.finish()),
    subject: matte.some((alpha) => alpha > 0) ? 'found' : 'none',
    // Nothing was guessed.
    confidence: { value: 1, map: Uint8ClampedArray.of(255), mapWidthPx: 1, mapHeightPx: 1 },
    run: {
      model: ownTransparencyModel,
      provider: 'engine',
      threads: 1,
      thread: 'main',
      mainThreadReason: 'asked',
      detail: 'standard',
      workingWidthPx: Math.max(1, Math.round(widthPx * scale)),
      workingHeightPx: Math.max(1, Math.round(heightPx * scale)),
      networkWidthPx: 0,
      networkHeightPx: 0,
      passes: 0,
      timingsMs: { preprocessing: 0, 'loading-model': 0, segmenting: 0, postprocessing: tookMs, complete: tookMs },
    },
  };
}

/** Whether the values in a file are its picture's: a still and upright PNG in sRGB, of a kind that can be read here. */
async function holdsItsColors(file: Blob): Promise<boolean> {
  if ((await readImageHeader(file))?.type !== 'image/png') return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [depth, colorType, , , interlace] = bytes.subarray(24, 29);
  if (depth !== 8 || colorType !== 6 || interlace !== 0) return false;
  const view = new DataView(bytes.buffer);
  const chunks = new Set<string>();
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    chunks.add(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
  }
  // Other colours, an orientation, or frames of which the first may stand apart.
  const others = ['iCCP', 'cICP', 'eXIf', 'acTL', ...(chunks.has('sRGB') ? [] : ['gAMA', 'cHRM'])];
  return !others.some((chunk) => chunks.has(chunk));
}

async function* drawnRows(picture: ImageBitmap): AsyncGenerator<RasterStrip> {
  const strip = context2d(picture.width, Math.min(stripRows, picture.height), true);
  for (let firstRow = 0; firstRow < picture.height; firstRow += strip.canvas.height) {
    const rowCount = Math.min(strip.canvas.height, picture.height - firstRow);
    strip.clearRect(0, 0, picture.width, rowCount);
    strip.drawImage(picture, 0, -firstRow);
    yield { firstRow, rowCount, data: strip.getImageData(0, 0, picture.width, rowCount).data };
  }
}
