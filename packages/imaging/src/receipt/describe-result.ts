import type { Affine } from '../geometry/affine.ts';
import type { EditParams } from '../matte/define-edit.ts';
import { markReplaced, retouchEdit } from '../matte/retouch-edit.ts';
import type { LayerRows } from '../layers/open-layers.ts';
import type { Matte, Raster } from '../raster/raster.ts';
import { transformCutout } from '../resample/transform-cutout.ts';
import { comparePixels, isCopy } from './compare-pixels.ts';
import { decodeRaster } from './decode-raster.ts';
import { classesOf, markedRows, packClasses, pixelClass } from './pixel-classes.ts';
import { receiptFormat, receiptVersion, type Statement } from './receipt-schema.ts';
import { sha256Of } from './sign-statement.ts';

/** A result and how it was made from a photograph. */
export interface ResultToDescribe extends Pick<
  Statement,
  'program' | 'model' | 'placement' | 'compression' | 'changes'
> {
  readonly photograph: Blob;
  readonly result: Blob;
  /** Matte of the upright photograph, with all edits. */
  readonly matte: Matte;
  /** Edits of the matte. Those that replace pixels are named in the statement. */
  readonly edits: readonly EditParams[];
  /** Texts, logos and other subjects before the subject, in px of the result; see `openCovers`. Default: none. */
  readonly covers?: readonly LayerRows[];
}

export interface DescribeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Decodes a file. Default: the browser's decoder. Another one must be given where there is none, as in Node. */
  readonly decode?: (file: Blob) => Promise<Raster>;
  /** Time of the statement. Default: now. */
  readonly now?: Date;
}

/**
 * Compares a result with its photograph, and states what each of its pixels is.
 * @throws {CompositorError} when a file cannot be decoded; {RangeError} when a matte is not of the photograph's size; the
 *   signal's reason.
 * @example
 * const statement = await describeResult({ photograph, result, matte, edits: [], placement, ...facts });
 * const receipt = await signStatement(statement, await createReceiptKey());
 */
export async function describeResult(
  described: ResultToDescribe,
  { signal, decode = decodeRaster, now = new Date() }: DescribeOptions = {},
): Promise<Statement> {
  const { photograph, result, matte, edits, covers = [], program, model, placement, compression, changes } = described;
  const pause = pauser(signal);
  const [photo, made] = [await decode(photograph), await decode(result)];
  if (photo.widthPx !== matte.widthPx || photo.heightPx !== matte.heightPx)
    throw new RangeError('the matte is not of the photograph’s size');
  const classes = await placedClasses(matte, await replacedBy(edits, matte), placement, made, pause);
  markCovered(classes, covers, made);
  const strictness = isCopy(placement) && compression === 'none' ? 'exact' : 'tiles';
  const isToned = changes.tone || changes.backgroundLight;
  const { counts } = await comparePixels(
    { photograph: photo, result: made, placement, classes, strictness, isToned, isEnlarged: changes.enlarged },
    pause,
  );
  return {
    format: receiptFormat,
    version: receiptVersion,
    issuedAt: `${now.toISOString().slice(0, 19)}Z`,
    program,
    model,
    photograph: { ...(await factsOf(photograph, photo)), pixelsSha256: await sha256Of(photo.data) },
    result: { ...(await factsOf(result, made)), type: typeOf(result) },
    placement: plain(placement),
    compression,
    changes,
    classes: await packClasses(classes),
    pixels: counts,
  };
}

/** Returns a function that yields to the event loop, and throws when the work was aborted. */
export function pauser(signal: AbortSignal | undefined): () => Promise<void> {
  return async () => {
    signal?.throwIfAborted();
    await new Promise<void>((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  };
}

async function factsOf(file: Blob, { widthPx, heightPx }: Raster) {
  return { sha256: await sha256Of(await file.arrayBuffer()), sizeBytes: file.size, widthPx, heightPx };
}

/** Removes negative zeros, which JSON cannot write. */
function plain({ a, b, c, d, e, f }: Affine): Affine {
  return { a: a + 0, b: b + 0, c: c + 0, d: d + 0, e: e + 0, f: f + 0 };
}

const types = ['image/png', 'image/webp', 'image/jpeg', 'image/avif'] as const;

function typeOf({ type }: Blob): Statement['result']['type'] {
  const found = types.find((each) => each === type);
  if (!found) throw new RangeError(`a receipt cannot describe a file of the type “${type}”`);
  return found;
}

/** @returns one value for each pixel, 255 where an edit replaces it; undefined when none is replaced. */
async function replacedBy(edits: readonly EditParams[], matte: Matte): Promise<Uint8Array | undefined> {
  let replaced: Uint8Array | undefined;
  for (const edit of edits) {
    if (edit.kind !== retouchEdit.kind) continue;
    replaced ??= new Uint8Array(matte.widthPx * matte.heightPx);
    await markReplaced(retouchEdit.schema.parse(edit), matte, replaced);
  }
  return replaced;
}

/** Marks the pixels that something added covers, even if it is translucent, as no pixels of the photograph. */
function markCovered(classes: Uint8Array, covers: readonly LayerRows[], { widthPx, heightPx }: Raster): void {
  for (const { readRow } of covers) {
    for (let y = 0; y < heightPx; y += 1) {
      const row = readRow(y) ?? [];
      for (let at = 3, pixel = y * widthPx; at < row.length; at += 4, pixel += 1) {
        if (row[at] !== 0) classes[pixel] = pixelClass.background;
      }
    }
  }
}

async function placedClasses(
  matte: Matte,
  replaced: Uint8Array | undefined,
  toPhoto: Affine,
  { widthPx, heightPx }: Raster,
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const source = { widthPx: matte.widthPx, heightPx: matte.heightPx, rows: () => markedRows(matte, replaced) };
  const classes = new Uint8Array(widthPx * heightPx);
  for await (const { firstRow, rowCount, data } of transformCutout(
    source,
    { widthPx, heightPx, toPhoto },
    pause,
  ).rows())
    classesOf(data, classes.subarray(firstRow * widthPx, (firstRow + rowCount) * widthPx));
  return classes;
}
