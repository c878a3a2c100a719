import type { Raster } from '../raster/raster.ts';
import { type Comparison, comparePixels, isCopy, type Strictness } from './compare-pixels.ts';
import { decodeRaster } from './decode-raster.ts';
import { type DescribeOptions, pauser } from './describe-result.ts';
import { ClassesError, unpackClasses } from './pixel-classes.ts';
import type { PixelCounts, Receipt } from './receipt-schema.ts';
import { fingerprintOfKey, isSignatureValid, sha256Of } from './sign-statement.ts';

/** Largest difference of a share that does not contradict a receipt, when files are not decoded bit by bit. */
const shareSlack = 0.01;

/** Outcome of checking a photograph and a result against a receipt. */
export interface CheckedReceipt {
  /** `edited`: the receipt is not as it was signed. */
  readonly signature: 'valid' | 'edited';
  /** Fingerprint of the key that the receipt names; see `fingerprintOfKey`. */
  readonly fingerprint: string;
  /** `other`: the file's bytes are not those of the photograph that the receipt names. */
  readonly photograph: 'same' | 'other';
  /** `changed`: the file's bytes are not those of the result that the receipt names. */
  readonly result: 'same' | 'changed';
  readonly pixels: CheckedPixels;
}

export type CheckedPixels =
  | {
      readonly state: 'compared';
      readonly comparison: Comparison;
      readonly strictness: Strictness;
      /** The result, for showing where pixels differ. */
      readonly shown: Raster;
      /**
       * Whether the comparison agrees with what the receipt says about these pixels. `unknown` when a file is not the one that
       * the receipt names.
       */
      readonly claim: 'confirmed' | 'contradicted' | 'unknown';
    }
  | {
      readonly state: 'not-compared';
      readonly reason:
        | 'photograph-unreadable'
        | 'result-unreadable'
        | 'photograph-size'
        | 'result-size'
        /** The receipt’s list of classes is damaged. */
        | 'classes';
    };

/**
 * Checks a receipt. The pixels are compared here and now, so that their comparison needs no trust in the receipt's signer.
 * @throws the signal's reason.
 * @example
 * const read = await readReceipt(receiptFile);
 * if (read.outcome === 'read') {
 *   const { signature, result, pixels } = await checkReceipt(read.receipt, { photograph, result: cutout });
 * }
 */
export async function checkReceipt(
  receipt: Receipt,
  files: { readonly photograph: Blob; readonly result: Blob },
  { signal, decode = decodeRaster }: Pick<DescribeOptions, 'signal' | 'decode'> = {},
): Promise<CheckedReceipt> {
  const [isValid, fingerprint] = await Promise.all([
    isSignatureValid(receipt),
    fingerprintOfKey(receipt.signature.publicKey),
  ]);
  const isSame = async (file: Blob, { sha256 }: { readonly sha256: string }) =>
    (await sha256Of(await file.arrayBuffer())) === sha256;
  const photograph = (await isSame(files.photograph, receipt.photograph)) ? 'same' : 'other';
  const result = (await isSame(files.result, receipt.result)) ? 'same' : 'changed';
  signal?.throwIfAborted();
  return {
    signature: isValid ? 'valid' : 'edited',
    fingerprint,
    photograph,
    result,
    pixels: await checkPixels(receipt, files, photograph === 'same', result === 'same', decode, pauser(signal)),
  };
}

async function checkPixels(
  receipt: Receipt,
  files: { readonly photograph: Blob; readonly result: Blob },
  isPhotoSame: boolean,
  isResultSame: boolean,
  decode: (file: Blob) => Promise<Raster>,
  pause: () => Promise<void>,
): Promise<CheckedPixels> {
  const photo = await attempt(decode(files.photograph));
  if (!photo) return notCompared('photograph-unreadable');
  if (!isOfSize(photo, receipt.photograph)) return notCompared('photograph-size');
  const made = await attempt(decode(files.result));
  if (!made) return notCompared('result-unreadable');
  if (!isOfSize(made, receipt.result)) return notCompared('result-size');
  await pause();
  let classes: Uint8Array;
  try {
    classes = await unpackClasses(receipt.classes, made);
  } catch (error) {
    if (error instanceof ClassesError) return notCompared('classes');
    throw error;
  }
  const { placement, compression, changes } = receipt;
  const isDecodedAlike = !isPhotoSame || (await sha256Of(photo.data)) === receipt.photograph.pixelsSha256;
  const strictness = !isCopy(placement) || compression !== 'none' ? 'tiles' : isDecodedAlike ? 'exact' : 'decoder';
  const isToned = changes.tone || changes.backgroundLight;
  const comparison = await comparePixels(
    { photograph: photo, result: made, placement, classes, strictness, isToned, isEnlarged: changes.enlarged },
    pause,
  );
  const isKnown = isPhotoSame && isResultSame;
  const isConfirmed = agrees(comparison.counts, receipt.pixels, strictness);
  const claim = !isKnown ? 'unknown' : isConfirmed ? 'confirmed' : 'contradicted';
  return { state: 'compared', comparison, strictness, shown: made, claim };
}

function agrees(found: PixelCounts, claimed: PixelCounts, strictness: Strictness): boolean {
  const isAlike = (['edge', 'retouched', 'background'] as const).every((each) => found[each] === claimed[each]);
  if (strictness === 'exact')
    return isAlike && (['equal', 'near', 'toned', 'other'] as const).every((each) => found[each] === claimed[each]);
  const enlarged = { found: found.enlarged ?? 0, claimed: claimed.enlarged ?? 0 };
  const opaque = found.equal + found.near + enlarged.found + found.toned + found.other;
  const differences = [
    found.equal + found.near - claimed.equal - claimed.near,
    enlarged.found - enlarged.claimed,
    found.toned - claimed.toned,
    found.other - claimed.other,
  ];
  return isAlike && differences.every((each) => Math.abs(each) <= opaque * shareSlack);
}

function isOfSize(raster: Raster, { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }) {
  return raster.widthPx === widthPx && raster.heightPx === heightPx;
}

/** @returns undefined when the file cannot be decoded. */
function attempt(decoding: Promise<Raster>): Promise<Raster | undefined> {
  return decoding.catch(() => undefined);
}

function notCompared(reason: Extract<CheckedPixels, { state: 'not-compared' }>['reason']): CheckedPixels {
  return { state: 'not-compared', reason };
}
