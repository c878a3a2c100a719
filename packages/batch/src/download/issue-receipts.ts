import { nameResults, readNamePattern } from '@isola/files';

import type { Batch } from '../batch.ts';
import type { DoneItem } from './downloadable.ts';

export interface ReceiptEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly read: () => Promise<Blob>;
}

export interface IssuedReceipts {
  /** Files for a zip, named after their results. */
  readonly receipts: readonly ReceiptEntry[];
  /** Number of results that can have no receipt. */
  readonly withoutCount: number;
}

/**
 * Issues the receipts of results, one after the other, for the settings of the moment of the call.
 * @throws the signal's reason, and the errors of a `ReceiptIssuer`.
 */
export async function issueReceipts(
  batch: Pick<Batch, 'receipts'>,
  items: readonly DoneItem[],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<IssuedReceipts> {
  const issue = batch.receipts();
  const issued: { readonly name: string; readonly file: Blob }[] = [];
  for (const [index, { id, result }] of items.entries()) {
    onProgress(index / items.length);
    const file = await issue(id, signal);
    signal.throwIfAborted();
    if (file instanceof Blob) issued.push({ name: result.fileName, file });
  }
  const names = receiptNames(issued.map(({ name }) => name));
  const receipts = issued.map(({ name, file }, index) => ({
    name: names[index] ?? `${name}.receipt.json`,
    sizeBytes: file.size,
    read: () => Promise.resolve(file),
  }));
  return { receipts, withoutCount: items.length - issued.length };
}

/** Names receipts after their results. Results that differ only in their format get receipts with numbers. */
function receiptNames(results: readonly string[]): readonly string[] {
  const read = readNamePattern('{name}');
  if (read.outcome === 'refused') return [];
  return nameResults(
    read.pattern,
    results.map((name) => ({ name, ending: 'receipt.json' })),
    { fallback: 'receipt' },
  );
}
