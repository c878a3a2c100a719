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
 * | `damaged` | it is a receipt whose end or fields are missing, or whose fields are wrong or too many |
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
  const bytes = await file.arrayBuffer();
  let value: unknown;
  try {
    // A byte order mark is dropped, and bytes that are not UTF-8 are refused.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refused(wasReceipt(new TextDecoder().decode(bytes)) ? 'damaged' : 'not-a-receipt');
  }
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== receiptFormat)
    return refused('not-a-receipt');
  if (!('version' in value) || typeof value.version !== 'number') return refused('damaged');
  if (value.version !== receiptVersion) return refused('unknown-version');
  const { success, data } = receiptSchema.safeParse(value);
  return success ? { outcome: 'read', receipt: data } : refused('damaged');
}

/** Checks whether a text that is no JSON was a receipt once, such as one whose end is missing. */
function wasReceipt(text: string): boolean {
  // The canonical form begins with this key, and names the format only after the classes.
  return text.trimStart().startsWith('{"changes":{') || text.includes(`"${receiptFormat}"`);
}

/** Writes a receipt in its canonical form, which ends with a line break. */
export function receiptFile(receipt: Receipt): Blob {
  return new Blob([canonicalText(receipt), '\n'], { type: 'application/json' });
}

function refused(code: ReceiptRefusal): ReadReceipt {
  return { outcome: 'refused', code };
}
