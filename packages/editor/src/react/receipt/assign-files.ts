import { type ReadReceipt, type Receipt, readReceipt, sha256Of } from '@isola/imaging/receipt';

/** The three files of a check, as far as they were given. */
export interface CheckFiles {
  readonly photograph?: File | undefined;
  readonly result?: File | undefined;
  readonly receipt?: { readonly file: File; readonly read: ReadReceipt } | undefined;
}

export type CheckSlot = keyof CheckFiles;

/**
 * Adds files to a check and finds out which is which. A receipt is recognised by its content. The images are recognised by
 * the receipt's hashes. An image that the receipt does not name takes the place that is left.
 * @param slot Place for a single file that was chosen for it.
 */
export async function assignFiles(current: CheckFiles, added: readonly File[], slot?: CheckSlot): Promise<CheckFiles> {
  const [file] = added;
  if (slot && slot !== 'receipt' && file && added.length === 1) return { ...current, [slot]: file };
  const isText = await Promise.all(added.map(looksLikeText));
  const text = added.findLast((_, index) => slot === 'receipt' || isText[index]);
  const receipt = text ? { file: text, read: await readReceipt(text) } : current.receipt;
  const images = [
    current.photograph,
    current.result,
    ...added.filter((each, index) => each !== text && !isText[index]),
  ];
  const known = receipt?.read.outcome === 'read' ? receipt.read.receipt : undefined;
  return {
    receipt,
    ...(await placed(
      images.filter((each) => each !== undefined),
      known,
    )),
  };
}

/** @param images the oldest first. */
async function placed(images: readonly File[], receipt: Receipt | undefined): Promise<Omit<CheckFiles, 'receipt'>> {
  const hashes = receipt ? await Promise.all(images.map(async (each) => sha256Of(await each.arrayBuffer()))) : [];
  const named = (sha256: string | undefined) =>
    sha256 === undefined ? undefined : images.findLast((_, index) => hashes[index] === sha256);
  let photograph = named(receipt?.photograph.sha256);
  let result = named(receipt?.result.sha256);
  const others = images.filter((each) => each !== photograph && each !== result);
  // A further image takes the place of the result.
  const [one, other] = others.length > 2 ? [others[0], others.at(-1)] : others;
  // The receipt may name neither of two images. The result is then the one of its type, or else the one with the longer name.
  const isOneResult =
    one && other && (one.type === other.type ? one.name.length > other.name.length : one.type === receipt?.result.type);
  const waiting = (isOneResult ? [other, one] : [one, other]).filter((each) => each !== undefined);
  if (photograph || result) waiting.splice(0, waiting.length - 1);
  photograph ??= waiting.shift();
  result ??= waiting.shift();
  return { photograph, result };
}

/** Checks whether a file begins like JSON. */
async function looksLikeText(file: File): Promise<boolean> {
  const start = new TextDecoder().decode(await file.slice(0, 64).arrayBuffer());
  return file.name.endsWith('.json') || /^[\s{[]*\{/.test(start);
}
