import { canonicalText } from './canonical-text.ts';
import { type Receipt, receiptFormat, receiptSchema, receiptVersion } from './receipt-schema.ts';

/** Largest file that is read as a receipt, in bytes. */
export const maxReceiptBytes = 8_000_000;

/**
 * Reason why a file could not be read as a receipt.
 *
 * | code | happens when |
 * | --- | --- |
 * | `too-large` | the file is larger than a receipt can be |
 * | `not-a-receipt` | it is not JSON, or JSON of another kind |
 * | `unknown-version` | it is a receipt of a version that this program does not know |
 * | `damaged` | it is a receipt whose fields are missing, wrong or too many |
 */
export type ReceiptRefusal = 'too-large' | 'not-a-receipt' | 'unknown-version' | 'damaged';

export type ReadReceipt =
  | { readonly outcome: 'read'; readonly receipt: Receipt }
  | { readonly outcome: 'refused'; readonly code: ReceiptRefusal };

/**
 * Reads a receipt and checks its form. Its signature is not checked; see `checkSignature`.
 * @example
 * const read = await readReceipt(file);
 * if (read.outcome === 'read') console.log(read.receipt.pixels.equal);
 */
export async function readReceipt(file: Blob): Promise<ReadReceipt> {
  if (file.size > maxReceiptBytes) return refused('too-large');
  let value: unknown;
  try {
    // A byte order mark is dropped, and bytes that are not UTF-8 are refused.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  } catch {
    return refused('not-a-receipt');
  }
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== receiptFormat)
    return refused('not-a-receipt');
  if (!('version' in value) || typeof value.version !== 'number') return refused('damaged');
  if (value.version !== receiptVersion) return refused('unknown-version');
  const { success, data } = receiptSchema.safeParse(value);
  return success ? { outcome: 'read', receipt: data } : refused('damaged');
}

/** Writes a receipt in its canonical form, which ends with a line break. */
export function receiptFile(receipt: Receipt): Blob {
  return new Blob([canonicalText(receipt), '\n'], { type: 'application/json' });
}

function refused(code: ReceiptRefusal): ReadReceipt {
  return { outcome: 'refused', code };
}
