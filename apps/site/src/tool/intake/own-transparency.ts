import { readImageHeader, type Segmentation } from '@isola/segmenter';
import { createPngEncoder } from '@isola/segmenter/imaging';

import { context2d } from '#imaging/context-2d.ts';

/** The `model` of a result that no model has made. */
export const ownTransparencyModel = 'own-transparency';

/** As much of a picture as it takes to see whether it is transparent anywhere. */
const lookSidePx = 512;
/** A corner of a few pixels, rounded by a drawing program, is no background that somebody took away. */
const leastTransparentShare = 0.002;
const stripRows = 256;
const workingSidePx = 1024;

export interface PhotoFacts {
  /** Whether the file moves. */
  readonly animated: boolean;
  /** Whether part of the picture is transparent. */
  readonly transparent: boolean;
}

const known = new WeakMap<Blob, Promise<PhotoFacts>>();

/** Looks at a photo that is on the table already, once. */
export function photoFacts(file: Blob): Promise<PhotoFacts> {
  const facts = known.get(file) ?? look(file);
  known.set(file, facts);
  return facts;
}

async function look(file: Blob): Promise<PhotoFacts> {
  const header = await readImageHeader(file);
  const animated = header?.animated ?? false;
  if (!header || header.type === 'image/jpeg') return { animated, transparent: false };
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, lookSidePx / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
  const context = context2d(width, height, true);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  let transparent = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 128) transparent += 1;
  return { animated, transparent: transparent / (width * height) > leastTransparentShare };
}

/**
 * Makes a result of a picture's own transparency: its alpha is the matte, its colours are the subject's.
 * @throws what the browser throws when it cannot decode the file or gives no memory.
 */
export async function ownTransparency(file: Blob): Promise<Segmentation> {
  const startedAtMs = performance.now();
  const cutout = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width: widthPx, height: heightPx } = cutout;
  const matte = new Uint8ClampedArray(widthPx * heightPx);
  const encoder = await createPngEncoder({ widthPx, heightPx });
  const strip = context2d(widthPx, Math.min(stripRows, heightPx), true);
  for (let firstRow = 0; firstRow < heightPx; firstRow += strip.canvas.height) {
    const rowCount = Math.min(strip.canvas.height, heightPx - firstRow);
    strip.clearRect(0, 0, widthPx, rowCount);
    strip.drawImage(cutout, 0, -firstRow);
    const { data } = strip.getImageData(0, 0, widthPx, rowCount);
    encoder.add(data);
    for (let at = 3, to = firstRow * widthPx; at < data.length; at += 4, to += 1) matte[to] = data[at] ?? 0;
    // The page stays alive between two strips.
    await new Promise((done) => setTimeout(done));
  }
  const scale = Math.min(1, workingSidePx / Math.max(widthPx, heightPx));
  const tookMs = performance.now() - startedAtMs;
  return {
    widthPx,
    heightPx,
    matte: { data: matte, widthPx, heightPx },
    cutout,
    png: encoder.finish(),
    subject: matte.some((alpha) => alpha > 0) ? 'found' : 'none',
    // Nothing was guessed.
    confidence: { value: 1, map: Uint8ClampedArray.of(255), mapWidthPx: 1, mapHeightPx: 1 },
    run: {
      model: ownTransparencyModel,
      provider: 'engine',
      threads: 1,
      realm: 'page',
      realmReason: 'asked',
      detail: 'standard',
      workingWidthPx: Math.max(1, Math.round(widthPx * scale)),
      workingHeightPx: Math.max(1, Math.round(heightPx * scale)),
      timingsMs: { preprocessing: 0, 'loading-model': 0, segmenting: 0, postprocessing: tookMs, complete: tookMs },
    },
  };
}
