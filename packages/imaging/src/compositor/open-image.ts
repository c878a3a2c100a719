import { estimateForeground, refineRegion } from '@isola/segmenter/imaging';

import { type Affine, chain, identity, scaling } from '../geometry/affine.ts';
import { type ComposedLayers, composeLayers } from '../compose/compose-layers.ts';
import { composeRows } from '../compose/compose-rows.ts';
import { CompositorError } from '../job/compositor-error.ts';
import { draftSidePx, type Refinement, type RenderParams, type RenderQuality, type SourceImage } from './protocol.ts';
import { type EnlargedPart, enlargedPart, shownPart } from '../enlarge/enlarged-part.ts';
import { type EnlargerLoader, loadEnlarger } from '../enlarge/load-enlarger.ts';
import type { Task } from '../job/task.ts';
import type { BackgroundOpener } from '../background/open-background.ts';
import { context2d } from '../raster/context-2d.ts';
import type { EditDefinition, EditParams, PixelPatch } from '../matte/define-edit.ts';
import { pixelateArea, type PixelatedArea } from '../fill/pixelate-area.ts';
import { type RetouchEdit, retouchEditOf } from '../matte/retouch-edit.ts';
import { findFilling, type Retouch, type Retouched } from './find-filling.ts';
import type { LayerOpener } from '../layers/open-layers.ts';
import { noLight } from '../light/light-params.ts';
import {
  findPhotographedShadow,
  type PhotographedShadow,
  shadowSidePx,
} from '../light/photographed/find-photographed-shadow.ts';
import { placedShadow } from '../light/photographed/place-shadow.ts';
import type { ReadRow } from '../resample/interpolate-map.ts';
import { createMatteEditor, type EditedMatte } from '../matte/create-matte-editor.ts';
import { isUnedited, type MatteEdits, noEdits } from '../matte/matte-edits.ts';
import { measureFringe } from '../matte/measure-fringe.ts';
import { cutPlane, emptyRect, isEmpty, type Rect, type Size, union } from '../geometry/rect.ts';
import { createResampler, tapsOf } from '../resample/create-resampler.ts';
import { isLarger, type OutputTransform } from '../resample/output-transform.ts';
import { transformCutout } from '../resample/transform-cutout.ts';
import { decodePicture } from '../raster/decode-picture.ts';
import { gathered, sourceFrom } from '../raster/gathered.ts';
import type { CutoutSource, Matte, Raster, RasterStrip } from '../raster/raster.ts';
import { readPngRows } from '../raster/read-png-rows.ts';

/** One source image. It stores previous results, so that a small change costs little. */
export interface OpenImage {
  /**
   * Applies edits and finds the part of the cutout that has changed since the previous call.
   * @param isWhole true to report the whole cutout.
   */
  refine(edits: MatteEdits<EditParams>, isWhole: boolean, task: Task): Promise<Refinement>;
  compose(
    params: RenderParams,
    background: BackgroundOpener,
    openLayers: LayerOpener,
    quality: RenderQuality,
    task: Task,
  ): Promise<Raster>;
  /** Composes the result at full size as layers. */
  composeLayers(
    params: RenderParams,
    background: BackgroundOpener,
    openLayers: LayerOpener,
    task: Task,
  ): Promise<ComposedLayers>;
  /** Renders a draft of the background without the subject. */
  composeBackground(params: RenderParams, background: BackgroundOpener, task: Task): Promise<Raster>;
  editMatte(edits: MatteEdits<EditParams>, task: Task): Promise<Matte>;
  /** Measures how free the edge is from the old background's colour. @returns 0…100; 100 is clean. */
  measureFringe(edits: MatteEdits<EditParams>, task: Task): Promise<number>;
  /** Makes the edit that fills the area under a stroke. */
  retouch(edits: MatteEdits<EditParams>, retouch: Retouch, task: Task): Promise<Retouched>;
  /** Makes the edits that replace areas by large blocks. */
  pixelate(edits: MatteEdits<EditParams>, areas: readonly PixelatedArea[], task: Task): Promise<readonly RetouchEdit[]>;
  /** Looks for the shadow of the photograph. The last one found is stored. */
  findShadow(edits: MatteEdits<EditParams>, task: Task): Promise<PhotographedShadow>;
  /** Frees the decoded pixels, which the browser would otherwise hold until its next garbage collection. */
  close(): void;
}

/** A source image whose matte is in memory. */
export interface ImageToOpen extends Omit<SourceImage, 'bitmap'> {
  readonly matte: Matte;
}

const stripRows = 64;

/** Number of pixels of the copy on which foreground colours are estimated. */
const workingPixels = 1_048_576;

/**
 * Opens a source image.
 * @param lent the decoded image when the page lends it. Otherwise the file is decoded when its pixels are first
 *   needed.
 * @param networkLoader loads the network that enlarges; that of the site by default.
 */
export function openImage(
  { image: file, cutout, matte, workingSize = workingSizeOf(matte) }: ImageToOpen,
  lent: Promise<ImageBitmap | undefined>,
  editKinds: readonly EditDefinition[],
  networkLoader: EnlargerLoader = loadEnlarger,
): OpenImage {
  const { widthPx, heightPx } = matte;
  const size = { widthPx, heightPx };
  let decoded: Promise<ImageBitmap> | undefined;
  /** The image with the pixels that the edits replace, while there are such edits. */
  let patched: { readonly patches: readonly PixelPatch[]; readonly image: Promise<ImageBitmap> } | undefined;
  let draft: { readonly key: string; readonly source: CutoutSource } | undefined;
  let enlarged: { readonly key: string; readonly part: EnlargedPart | undefined } | undefined;
  let shadow: { readonly key: string; readonly found: PhotographedShadow } | undefined;
  let reportedStrength = 100;
  let hasReported = false;
  /** Rectangle of the changes since `refine` last reported. */
  let dirtyRect = emptyRect;
  /** Incremented whenever the edited matte changes. */
  let revision = 0;

  const unedited = cutout ? storedCutout(cutout, size) : cutoutBy(matte.data, 1);
  const decodedImage = () =>
    (decoded ??= lent
      .then((bitmap) => decode(bitmap ?? file, size))
      .catch((error: unknown) => {
        // The failure may be a lack of memory, so the next job tries again.
        decoded = undefined;
        throw error;
      }));

  /** Returns the image with replaced pixels. It is as large as the image, so that only the latest one is held. */
  function patchedImage(patches: readonly PixelPatch[]): Promise<ImageBitmap> {
    if (patched && isSameList(patched.patches, patches)) return patched.image;
    closeWhenReady(patched?.image);
    patched = undefined;
    if (patches.length === 0) return decodedImage();
    const image = decodedImage()
      .then((whole) => paste(whole, patches))
      .catch((error: unknown) => {
        if (patched?.image === image) patched = undefined;
        throw error;
      });
    patched = { patches, image };
    return image;
  }

  const editor = createMatteEditor({
    matte,
    editKinds,
    readPixels: async (rect) => readPart(await decodedImage(), rect),
    refineRegion,
  });

  async function edited(edits: MatteEdits<EditParams>, { yieldToEventLoop, report }: Task): Promise<EditedMatte> {
    const onEdit = (count: number, total: number) => report('edit-matte', count, total);
    const matteNow = await editor.apply(edits, yieldToEventLoop, onEdit);
    if (matteNow.changed) revision += 1;
    dirtyRect = union(dirtyRect, matteNow.changed ?? emptyRect);
    return matteNow;
  }

  async function sourceOf(edits: MatteEdits<EditParams>, task: Task): Promise<CutoutSource> {
    if (isUnedited(edits)) return unedited;
    const { data, patches } = await edited(edits, task);
    return cutoutBy(data, edits.decontaminate / 100, patches);
  }

  /**
   * Cuts the image out by a matte. The foreground colours of soft pixels are estimated.
   * @param strength share of the old background's colour that is removed, 0…1.
   */
  function cutoutBy(
    data: Uint8ClampedArray,
    strength: number,
    patches: readonly PixelPatch[] = [],
    from = 0,
    to = heightPx,
  ): CutoutSource {
    return {
      ...size,
      async *rows() {
        const image = await patchedImage(patches);
        const small = context2d(workingSize.widthPx, workingSize.heightPx, false);
        small.fillStyle = '#fff';
        small.fillRect(0, 0, workingSize.widthPx, workingSize.heightPx);
        small.imageSmoothingQuality = 'high';
        small.drawImage(image, 0, 0, workingSize.widthPx, workingSize.heightPx);
        const { data: pixels } = small.getImageData(0, 0, workingSize.widthPx, workingSize.heightPx);
        const smallMatte = reduced(data, size, workingSize);
        const foreground = await estimateForeground({ pixels, matte: smallMatte, ...workingSize }, size);
        try {
          const strip = context2d(widthPx, Math.min(stripRows, foreground.maxRows, heightPx), true);
          for (let firstRow = from; firstRow < to; firstRow += strip.canvas.height) {
            const rowCount = Math.min(strip.canvas.height, to - firstRow);
            strip.clearRect(0, 0, widthPx, rowCount);
            strip.drawImage(image, 0, -firstRow);
            const rows = strip.getImageData(0, 0, widthPx, rowCount);
            const alphas = data.subarray(firstRow * widthPx, (firstRow + rowCount) * widthPx);
            foreground.cutOut(rows.data, firstRow, alphas, strength);
            yield { firstRow, rowCount, data: rows.data };
          }
        } finally {
          foreground.release();
        }
      },
    };
  }

  /** Returns a function that lends the image with the pixels that the edits replace. */
  async function photoLender(edits: MatteEdits<EditParams>, task: Task): Promise<() => Promise<ImageBitmap>> {
    const patches = isUnedited(edits) ? [] : (await edited(edits, task)).patches;
    return () => patchedImage(patches);
  }

  /** Reads the image without a matte. */
  function wholeImage(patches: readonly PixelPatch[]): CutoutSource {
    return {
      ...size,
      async *rows() {
        const image = await patchedImage(patches);
        const strip = context2d(widthPx, Math.min(stripRows, heightPx), true);
        for (let firstRow = 0; firstRow < heightPx; firstRow += stripRows) {
          const rowCount = Math.min(stripRows, heightPx - firstRow);
          strip.clearRect(0, 0, widthPx, rowCount);
          strip.drawImage(image, 0, -firstRow);
          yield { firstRow, rowCount, data: strip.getImageData(0, 0, widthPx, rowCount).data };
        }
      },
    };
  }

  async function findShadow(edits: MatteEdits<EditParams>, task: Task): Promise<PhotographedShadow> {
    const { data, patches } = isUnedited(edits) ? { data: matte.data, patches: [] } : await edited(edits, task);
    const key = isUnedited(edits) ? 'unedited' : String(revision);
    if (shadow?.key === key) return shadow.found;
    const small = scaled(size, Math.min(1, shadowSidePx / Math.max(widthPx, heightPx)));
    const context = context2d(small.widthPx, small.heightPx, true);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, small.widthPx, small.heightPx);
    context.imageSmoothingQuality = 'high';
    context.drawImage(await patchedImage(patches), 0, 0, small.widthPx, small.heightPx);
    const photo = context.getImageData(0, 0, small.widthPx, small.heightPx).data;
    const alphas = reduced(data, size, small);
    for (let at = 0; at < alphas.length; at += 1) photo[at * 4 + 3] = alphas[at] ?? 0;
    shadow = { key, found: await findPhotographedShadow({ ...small, data: photo }, task.yieldToEventLoop) };
    return shadow.found;
  }

  /**
   * Places the shadow of the photograph in a result.
   * @param toPhoto map from px of the result to px of the image.
   */
  async function photographedShadow(
    { edits, light }: Pick<RenderParams, 'edits' | 'light'>,
    toPhoto: Affine,
    resultWidthPx: number,
    task: Task,
  ): Promise<ReadRow | undefined> {
    if (!light.photographed || light.photographed.strength === 0) return undefined;
    const { left } = await findShadow(edits, task);
    if (!left) return undefined;
    const toMap = chain(toPhoto, { ...identity, a: left.widthPx / widthPx, d: left.heightPx / heightPx });
    return placedShadow(left, light.photographed, toMap, resultWidthPx);
  }

  /** Returns the cutout at the size of a draft. It is stored until the matte changes. */
  async function draftOf(edits: MatteEdits<EditParams>, scale: number, task: Task): Promise<CutoutSource> {
    const source = await sourceOf(edits, task);
    const key = `${isUnedited(edits) ? 'unedited' : revision} ${edits.decontaminate} ${scale}`;
    if (draft?.key === key) return draft.source;
    const transform = {
      toPhoto: scaling(1 / scale),
      widthPx: Math.max(1, Math.round(widthPx * scale)),
      heightPx: Math.max(1, Math.round(heightPx * scale)),
    };
    const raster = await gathered(transformCutout(source, transform, task.yieldToEventLoop), task.yieldToEventLoop);
    draft = { key, source: sourceFrom(raster) };
    return draft.source;
  }

  /**
   * Returns the part of the cutout that a result shows, doubled by the network. It is stored until the matte or the part
   * changes, or a result is not enlarged.
   */
  async function enlargedOf(
    { edits, transform, isEnlarged }: RenderParams,
    source: CutoutSource,
    task: Task,
  ): Promise<EnlargedPart | undefined> {
    const part = shownPart(transform, size);
    const key = JSON.stringify([isUnedited(edits) ? 'unedited' : revision, edits.decontaminate, part]);
    if (enlarged?.key !== key) enlarged = undefined;
    if (!isEnlarged || !isLarger(transform)) return (enlarged = undefined);
    enlarged ??= { key, part: await enlargedPart(source, part, networkLoader, task) };
    return enlarged.part;
  }

  return {
    findShadow,
    async refine(edits, isWhole, task) {
      const { data, withoutEffect, patches } = await edited(edits, task);
      const isPart = !isWhole && edits.decontaminate === reportedStrength;
      const rect = isPart ? dirtyRect : { x: 0, y: 0, ...size };
      const hasPart = !isUnedited(edits) && !isEmpty(rect);
      const source = cutoutBy(data, edits.decontaminate / 100, patches, rect.y, rect.y + rect.heightPx);
      const part = hasPart ? { rect, bitmap: await bitmapOf(source, rect, task.yieldToEventLoop) } : undefined;
      const isFirst = !hasReported;
      hasReported = true;
      dirtyRect = emptyRect;
      reportedStrength = edits.decontaminate;
      return { part, isFirst, withoutEffect };
    },
    async compose(params, background, openLayers, quality, task) {
      const { edits, transform, light, outline, tone, surroundings } = params;
      const { yieldToEventLoop, report } = task;
      const scale = quality === 'full' ? 1 : draftScaleOf(transform);
      const target = scaled(transform, scale);
      // When the result is much smaller or larger than the image, a draft needs no more pixels than are visible.
      const photoScale = quality === 'full' ? 1 : Math.min(1, draftSidePx / Math.max(widthPx, heightPx));
      const subject = photoScale === 1 ? await sourceOf(edits, task) : await draftOf(edits, photoScale, task);
      const toPhoto = chain(scaling(1 / scale), transform.toPhoto, scaling(photoScale));
      const double = quality === 'full' ? await enlargedOf(params, subject, task) : undefined;
      const placed = placedIn({ ...target, toPhoto }, subject, double, yieldToEventLoop);
      const photo = { widthPx: subject.widthPx, heightPx: subject.heightPx };
      const lendPhoto = await photoLender(edits, task);
      const toImage = chain(scaling(1 / scale), transform.toPhoto);
      const photographed = await photographedShadow({ edits, light }, toImage, target.widthPx, task);
      const own = { light, outline, photographed, tone, surroundings, toPhoto, photo, lendPhoto };
      const tonePrecision = quality === 'full' ? 'exact' : 'draft';
      const layers = await openLayers(target, tonePrecision);
      const scene = { cutout: placed, subject, background, tonePrecision, layers, ...own } as const;
      const rows = composeRows(scene, yieldToEventLoop);
      const onRows = (count: number) => report('compose', count, target.heightPx);
      return gathered({ ...target, rows: () => rows }, yieldToEventLoop, onRows);
    },
    async composeLayers(params, background, openLayers, task) {
      const { edits, transform, light, outline, tone, surroundings } = params;
      const { yieldToEventLoop } = task;
      const subject = await sourceOf(edits, task);
      const patches = isUnedited(edits) ? [] : (await edited(edits, task)).patches;
      const whole = wholeImage(patches);
      const double = await enlargedOf(params, subject, task);
      const doubleWhole = double && (await enlargedPart(whole, shownPart(transform, size), networkLoader, task));
      const cutout = placedIn(transform, subject, double, yieldToEventLoop);
      const image = placedIn(transform, whole, doubleWhole, yieldToEventLoop);
      const lendPhoto = () => patchedImage(patches);
      const { toPhoto } = transform;
      const photographed = await photographedShadow({ edits, light }, toPhoto, transform.widthPx, task);
      const own = { light, outline, photographed, tone, surroundings, toPhoto, photo: size, lendPhoto };
      return composeLayers({ cutout, subject, background, image, openLayers, ...own }, yieldToEventLoop);
    },
    async composeBackground({ edits, transform }, background, task) {
      const { yieldToEventLoop } = task;
      const scale = draftScaleOf(transform);
      const target = scaled(transform, scale);
      const cutout = { ...target, rows: () => emptyRows(target) };
      const toPhoto = chain(scaling(1 / scale), transform.toPhoto);
      const scene = {
        cutout,
        background,
        light: noLight,
        toPhoto,
        photo: size,
        lendPhoto: await photoLender(edits, task),
      };
      return gathered({ ...target, rows: () => composeRows(scene, yieldToEventLoop) }, yieldToEventLoop);
    },
    async editMatte(edits, task) {
      return { data: (await edited(edits, task)).data.slice(), ...size };
    },
    async measureFringe(edits, task) {
      const { data } = await gathered(await sourceOf(edits, task), task.yieldToEventLoop);
      return measureFringe(data, size);
    },
    async pixelate(edits, areas, task) {
      const { data, patches } = await edited(withoutEdge(edits), task);
      const image = await patchedImage(patches);
      const made: RetouchEdit[] = [];
      for (const area of areas) {
        const part = await pixelateArea(area, size, async (rect) => readPart(image, rect));
        await task.yieldToEventLoop();
        if (!part) continue;
        const alphas = cutPlane(data, size, part.rect);
        for (let at = 0; at < alphas.length; at += 1) part.pixels[at * 4 + 3] = alphas[at] ?? 0;
        made.push(await retouchEditOf(part.rect, part.pixels, part.mask));
      }
      return made;
    },
    async retouch(edits, retouch, task) {
      const { data, patches } = await edited(withoutEdge(edits), task);
      const image = {
        ...size,
        alpha: data,
        readCutout: (area: Rect) => pixelsOf(cutoutBy(data, 1, patches, area.y, area.y + area.heightPx), area),
        readPhoto: async (area: Rect) => readPart(await patchedImage(patches), area),
      };
      return findFilling(image, retouch, task);
    },
    close() {
      enlarged = undefined;
      closeWhenReady(decoded);
      closeWhenReady(patched?.image);
    },
  };
}

/** Places a cutout in a result, from its double when it was enlarged. */
function placedIn(
  transform: OutputTransform,
  source: CutoutSource,
  double: EnlargedPart | undefined,
  yieldToEventLoop: () => Promise<void>,
): CutoutSource {
  if (!double) return transformCutout(source, transform, yieldToEventLoop);
  const toDouble = chain(transform.toPhoto, double.fromPhoto);
  return transformCutout(double.source, { ...transform, toPhoto: toDouble }, yieldToEventLoop);
}

/** Returns edits without the settings of the edge, which is set after all edits: so alpha is continued as it was before. */
function withoutEdge(edits: MatteEdits<EditParams>): MatteEdits<EditParams> {
  const { shift, feather, contrast, solidify } = noEdits;
  return { ...edits, shift, feather, contrast, solidify };
}

function draftScaleOf({ widthPx, heightPx }: Size): number {
  return Math.min(1, draftSidePx / Math.max(widthPx, heightPx));
}

function scaled({ widthPx, heightPx }: Size, scale: number): Size {
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}

function workingSizeOf({ widthPx, heightPx }: Size): Size {
  return scaled({ widthPx, heightPx }, Math.min(1, Math.sqrt(workingPixels / (widthPx * heightPx))));
}

async function decode(source: Blob | ImageBitmap, { widthPx, heightPx }: Size) {
  // The image was decoded before, to make its matte.
  const image = source instanceof Blob ? await decodePicture(source, 'the image', 'out-of-memory') : source;
  if (image.width === widthPx && image.height === heightPx) return image;
  const detail = `the image is ${image.width} × ${image.height} px and its matte ${widthPx} × ${heightPx}`;
  if (source instanceof Blob) image.close();
  throw new CompositorError('unsupported-format', detail);
}

/** Reduces a matte: each pixel becomes the mean of its area. */
function reduced(data: Uint8ClampedArray, from: Size, to: Size): Uint8ClampedArray {
  const source = {
    ...from,
    readRow: (row: number, into: Float32Array) => into.set(data.subarray(row * from.widthPx, (row + 1) * from.widthPx)),
  };
  const axis = (sourcePx: number, resultPx: number) =>
    tapsOf({ sourcePx, resultPx, perPx: sourcePx / resultPx, offset: 0 }, 'box');
  const readRow = createResampler(source, 1, axis(from.widthPx, to.widthPx), axis(from.heightPx, to.heightPx));
  const means = new Uint8ClampedArray(to.widthPx * to.heightPx);
  const line = new Float32Array(to.widthPx);
  for (let row = 0; row < to.heightPx; row += 1) {
    readRow(row, line);
    means.set(line, row * to.widthPx);
  }
  return means;
}

/** Reads the segmenter's cutout. A PNG is inflated when it is first read, and its pixels stay in memory. */
function storedCutout(cutout: Blob | Uint8ClampedArray, size: Size): CutoutSource {
  let inflating: Promise<Raster> | undefined;
  const inflated = (png: Blob) =>
    (inflating ??= inflate(png, size).catch((error: unknown) => {
      // The failure may be a lack of memory, so the next job tries again.
      inflating = undefined;
      throw error;
    }));
  return {
    ...size,
    async *rows() {
      const data = cutout instanceof Blob ? (await inflated(cutout)).data : cutout;
      yield* sourceFrom({ ...size, data }).rows();
    },
  };
}

/** Inflates a PNG. An aborted job does not stop this, because the next job needs the pixels as well. */
function inflate(png: Blob, size: Size): Promise<Raster> {
  const source = { ...size, rows: () => readPngRows(png, { channels: 'rgba', size }) };
  return gathered(source, () => Promise.resolve());
}

/** Yields the rows of a cutout without a subject. */
async function* emptyRows({ widthPx, heightPx }: Size): AsyncGenerator<RasterStrip> {
  for (let firstRow = 0; firstRow < heightPx; firstRow += stripRows) {
    const rowCount = Math.min(stripRows, heightPx - firstRow);
    yield { firstRow, rowCount, data: new Uint8ClampedArray(rowCount * widthPx * 4) };
  }
}

function isSameList(one: readonly PixelPatch[], other: readonly PixelPatch[]): boolean {
  return one.length === other.length && one.every((patch, index) => patch === other[index]);
}

function closeWhenReady(image: Promise<ImageBitmap> | undefined): void {
  image?.then(
    (bitmap) => bitmap.close(),
    () => undefined,
  );
}

/** Copies an image and replaces pixels of the copy. */
function paste(image: ImageBitmap, patches: readonly PixelPatch[]): ImageBitmap {
  const whole = context2d(image.width, image.height, false);
  whole.drawImage(image, 0, 0);
  for (const { rect, data } of patches) {
    const part = context2d(rect.widthPx, rect.heightPx, true);
    part.putImageData(new ImageData(data, rect.widthPx, rect.heightPx), 0, 0);
    whole.drawImage(part.canvas, rect.x, rect.y);
  }
  return whole.canvas.transferToImageBitmap();
}

/** Reads a part of an image: RGBA, row by row of the rectangle. */
function readPart(image: ImageBitmap, { x, y, widthPx, heightPx }: Rect): Uint8ClampedArray<ArrayBuffer> {
  const region = context2d(widthPx, heightPx, true);
  region.drawImage(image, -x, -y);
  return region.getImageData(0, 0, widthPx, heightPx).data;
}

/** Reads a part of a cutout that has all rows of the rectangle: RGBA with straight alpha, row by row of the rectangle. */
async function pixelsOf({ widthPx, rows }: CutoutSource, rect: Rect): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const pixels = new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4);
  for await (const { firstRow, rowCount, data } of rows()) {
    for (let row = 0; row < rowCount; row += 1) {
      const from = (row * widthPx + rect.x) * 4;
      pixels.set(data.subarray(from, from + rect.widthPx * 4), (firstRow + row - rect.y) * rect.widthPx * 4);
    }
  }
  return pixels;
}

async function bitmapOf(source: CutoutSource, rect: Rect, yieldToEventLoop: () => Promise<void>): Promise<ImageBitmap> {
  const canvas = context2d(rect.widthPx, rect.heightPx, true);
  for await (const { firstRow, rowCount, data } of source.rows()) {
    canvas.putImageData(new ImageData(data, source.widthPx, rowCount), -rect.x, firstRow - rect.y);
    await yieldToEventLoop();
  }
  return canvas.canvas.transferToImageBitmap();
}
