/** A mutated file that was treated wrongly. */
export interface WrongFile {
  readonly index: number;
  readonly what: string;
}

/** Outcomes of some mutated files. */
export interface FuzzReport {
  /** Number of files by outcome: `opened`, or the code of the refusal. */
  readonly counts: Readonly<Record<string, number>>;
  readonly wrong: readonly WrongFile[];
  readonly slowestMs: number;
}

/** Codes with which a file may be refused. Any other error is a fault. */
const refusals: ReadonlySet<string> = new Set([
  'damaged-image',
  'empty-file',
  'image-too-large',
  'unsupported-format',
  'unsupported-variant',
]);

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Checks whether a decoded image has the size that its header states, upright or on its side. */
export const hasSize = (decoded: Size, stated: Size): boolean =>
  (decoded.widthPx === stated.widthPx && decoded.heightPx === stated.heightPx) ||
  (decoded.widthPx === stated.heightPx && decoded.heightPx === stated.widthPx);

/**
 * Tries some mutated files, one after the other.
 * @param tryFile returns `opened` or the code of a refusal. Anything else, and an error, is a fault.
 * @param onFile called before each file.
 */
export async function tryFiles(
  indices: readonly number[],
  tryFile: (index: number) => Promise<string>,
  onFile: (index: number) => void = () => undefined,
): Promise<FuzzReport> {
  const counts: Record<string, number> = {};
  const wrong: WrongFile[] = [];
  let slowestMs = 0;
  for (const index of indices) {
    onFile(index);
    const startMs = performance.now();
    const outcome = await tryFile(index).catch((error: unknown) => `an error: ${String(error)}`);
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    if (outcome !== 'opened' && !refusals.has(outcome)) wrong.push({ index, what: outcome });
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return { counts, wrong, slowestMs };
}
