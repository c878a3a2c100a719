import { estimateForeground, refineRegion } from '@isola/segmenter/imaging';

import { chain, scaling } from './affine.ts';
import { composeRows } from './compose.ts';
import { CompositorError } from './compositor-error.ts';
import {
  type AlphaMatte,
  draftSidePx,
  type Fineness,
  type Look,
  type Refinement,
  type Sources,
} from './compositor-protocol.ts';
import { context2d } from './context-2d.ts';
import { createMatteEditor, type EditedMatte } from './matte/create-matte-editor.ts';
import { isPlain, type MatteEdits } from './matte/matte-edits.ts';
import { measureFringe } from './matte/measure-fringe.ts';
import { emptyRect, isEmpty, type Rect, union } from './matte/rect.ts';
import { placeCutout } from './place/place-cutout.ts';
import type { CutoutSource, Raster } from './raster.ts';
import { readPngRows } from './read-png-rows.ts';

/** Waits for whatever else is to be heard, and throws to stop. */
export type Turn = () => Promise<void>;

/** One photo under work: what was computed last is kept, so that a small change is a small work. */
export interface OpenPhoto {
  /** Tells what of the cut-out has changed since the last call. */
  refine(edits: MatteEdits, turn: Turn): Promise<Refinement>;
  compose(look: Look, fineness: Fineness, turn: Turn): Promise<Raster>;
  editedMatte(edits: MatteEdits, turn: Turn): Promise<AlphaMatte>;
  measureFringe(edits: MatteEdits, turn: Turn): Promise<number>;
}

const stripRows = 64;

export function openPhoto({ original, cutout, matte, workingWidthPx, workingHeightPx }: Sources): OpenPhoto {
  const { widthPx, heightPx } = matte;
  const size = { widthPx, heightPx };
  let decoded: Promise<ImageBitmap> | undefined;
  let draft: { readonly key: string; readonly source: CutoutSource } | undefined;
  let shownStrength = 100;
  let hasTold = false;
  /** What has changed since it was last told. */
  let untold = emptyRect;

  const first: CutoutSource = { ...size, rows: () => readPngRows(cutout) };
  const picture = () => (decoded ??= decode(original, size));

  const editor = createMatteEditor({
    matte,
    async readPixels({ x, y, widthPx: width, heightPx: height }) {
      const region = context2d(width, height, true);
      region.drawImage(await picture(), -x, -y);
      return region.getImageData(0, 0, width, height).data;
    },
    refineRegion,
  });

  async function edited(edits: MatteEdits, turn: Turn): Promise<EditedMatte> {
    const matteNow = await editor.apply(edits, turn);
    untold = union(untold, matteNow.changed ?? emptyRect);
    return matteNow;
  }

  async function sourceOf(edits: MatteEdits, turn: Turn): Promise<CutoutSource> {
    return isPlain(edits) ? first : cutAgain((await edited(edits, turn)).data, edits.decontaminate / 100);
  }

  /** The cut-out by another matte, or some rows of it: of its soft pixels the colours are estimated anew. */
  function cutAgain(data: Uint8ClampedArray, strength: number, from = 0, to = heightPx): CutoutSource {
    return {
      ...size,
      async *rows() {
        const image = await picture();
        const small = context2d(workingWidthPx, workingHeightPx, false);
        small.fillStyle = '#fff';
        small.fillRect(0, 0, workingWidthPx, workingHeightPx);
        small.imageSmoothingQuality = 'high';
        small.drawImage(image, 0, 0, workingWidthPx, workingHeightPx);
        const { data: pixels } = small.getImageData(0, 0, workingWidthPx, workingHeightPx);
        const working = { widthPx: workingWidthPx, heightPx: workingHeightPx };
        const foreground = await estimateForeground({ pixels, matte: reduced(data, size, working), ...working }, size);
        try {
          const strip = context2d(widthPx, Math.min(stripRows, foreground.mostRows, heightPx), true);
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

  /** The photo's cut-out small enough to follow a hand; kept until the matte changes. */
  async function draftOf(edits: MatteEdits, scale: number, turn: Turn): Promise<CutoutSource> {
    const key = JSON.stringify([edits, scale]);
    if (draft?.key === key) return draft.source;
    const placement = {
      toPhoto: scaling(1 / scale),
      widthPx: Math.max(1, Math.round(widthPx * scale)),
      heightPx: Math.max(1, Math.round(heightPx * scale)),
    };
    const raster = await gathered(placeCutout(await sourceOf(edits, turn), placement, turn), turn);
    draft = { key, source: sourceFrom(raster) };
    return draft.source;
  }

  return {
    async refine(edits, turn) {
      const { data, withoutEffect } = await edited(edits, turn);
      const rect = edits.decontaminate === shownStrength ? untold : { x: 0, y: 0, ...size };
      const source = cutAgain(data, edits.decontaminate / 100, rect.y, rect.y + rect.heightPx);
      const part = isPlain(edits) || isEmpty(rect) ? undefined : { rect, bitmap: await bitmapOf(source, rect, turn) };
      const isFirst = !hasTold;
      hasTold = true;
      untold = emptyRect;
      shownStrength = edits.decontaminate;
      return { part, isFirst, withoutEffect };
    },
    async compose({ edits, placement, layer, light }, fineness, turn) {
      const scale =
        fineness === 'full' ? 1 : Math.min(1, draftSidePx / Math.max(placement.widthPx, placement.heightPx));
      const target = {
        widthPx: Math.max(1, Math.round(placement.widthPx * scale)),
        heightPx: Math.max(1, Math.round(placement.heightPx * scale)),
      };
      // Of a result that is small beside the photo, or the other way round, a draft needs no more pixels than are seen.
      const photoScale = fineness === 'full' ? 1 : Math.min(1, draftSidePx / Math.max(widthPx, heightPx));
      const subject = photoScale === 1 ? await sourceOf(edits, turn) : await draftOf(edits, photoScale, turn);
      const toPhoto = chain(scaling(1 / scale), placement.toPhoto, scaling(photoScale));
      const placed = placeCutout(subject, { ...target, toPhoto }, turn);
      const photo = { widthPx: subject.widthPx, heightPx: subject.heightPx };
      const rows = composeRows({ cutout: placed, subject, layer, light, toPhoto, photo }, turn);
      return gathered({ widthPx: target.widthPx, heightPx: target.heightPx, rows: () => rows }, turn);
    },
    async editedMatte(edits, turn) {
      return { data: (await edited(edits, turn)).data.slice(), ...size };
    },
    async measureFringe(edits, turn) {
      const { data } = await gathered(await sourceOf(edits, turn), turn);
      return measureFringe(data, size);
    },
  };
}

async function decode(original: Blob, { widthPx, heightPx }: { widthPx: number; heightPx: number }) {
  try {
    const image = await createImageBitmap(original, { imageOrientation: 'from-image' });
    if (image.width === widthPx && image.height === heightPx) return image;
    throw new RangeError(`the photo is ${image.width} × ${image.height} px and its matte ${widthPx} × ${heightPx}`);
  } catch (cause) {
    throw new CompositorError('unsupported-format', 'the photo cannot be decoded again', { cause });
  }
}

/** A matte at a smaller size: of each of its pixels the mean. */
function reduced(
  data: Uint8ClampedArray,
  from: { readonly widthPx: number; readonly heightPx: number },
  to: { readonly widthPx: number; readonly heightPx: number },
): Uint8ClampedArray {
  const [columns, rows] = [edgesOf(from.widthPx, to.widthPx), edgesOf(from.heightPx, to.heightPx)];
  const means = new Uint8ClampedArray(to.widthPx * to.heightPx);
  const sums = new Uint32Array(to.widthPx);
  for (let row = 0; row < to.heightPx; row += 1) {
    const [top = 0, bottom = 0] = rows.subarray(row, row + 2);
    sums.fill(0);
    for (let y = top; y < bottom; y += 1) {
      const first = y * from.widthPx;
      for (let column = 0, x = first; column < to.widthPx; column += 1) {
        const end = first + (columns[column + 1] ?? 0);
        let sum = 0;
        for (; x < end; x += 1) sum += data[x] ?? 0;
        sums[column] = (sums[column] ?? 0) + sum;
      }
    }
    for (let column = 0; column < to.widthPx; column += 1) {
      const count = (bottom - top) * ((columns[column + 1] ?? 0) - (columns[column] ?? 0));
      means[row * to.widthPx + column] = (sums[column] ?? 0) / Math.max(1, count);
    }
  }
  return means;
}

/** Where each of the fewer pixels begins among the more, and where the last one ends. */
function edgesOf(fromPx: number, toPx: number): Uint32Array {
  return Uint32Array.from({ length: toPx + 1 }, (_, index) => Math.floor((index * fromPx) / toPx));
}

async function gathered({ widthPx, heightPx, rows }: CutoutSource, turn: Turn): Promise<Raster> {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for await (const strip of rows()) {
    data.set(strip.data.subarray(0, strip.rowCount * widthPx * 4), strip.firstRow * widthPx * 4);
    await turn();
  }
  return { widthPx, heightPx, data };
}

function sourceFrom({ widthPx, heightPx, data }: Raster): CutoutSource {
  return {
    widthPx,
    heightPx,
    async *rows() {
      for (let firstRow = 0; firstRow < heightPx; firstRow += stripRows) {
        const rowCount = Math.min(stripRows, heightPx - firstRow);
        // A copy: who reads it may write into it.
        yield { firstRow, rowCount, data: data.slice(firstRow * widthPx * 4, (firstRow + rowCount) * widthPx * 4) };
      }
    },
  };
}

async function bitmapOf(source: CutoutSource, rect: Rect, turn: Turn): Promise<ImageBitmap> {
  const canvas = context2d(rect.widthPx, rect.heightPx, true);
  for await (const { firstRow, rowCount, data } of source.rows()) {
    canvas.putImageData(new ImageData(data, source.widthPx, rowCount), -rect.x, firstRow - rect.y);
    await turn();
  }
  return canvas.canvas.transferToImageBitmap();
}
