export { type CheckedPixels, type CheckedReceipt, checkReceipt } from './receipt/check-receipt.ts';
export {
  type Comparison,
  comparePixels,
  finding,
  isCopy,
  type PixelsToCompare,
  type Region,
  type Strictness,
} from './receipt/compare-pixels.ts';
export { describeResult, type DescribeOptions, type ResultToDescribe } from './receipt/describe-result.ts';
export { openCovers } from './receipt/open-covers.ts';
export { type ReadReceipt, readReceipt, receiptFile, type ReceiptRefusal } from './receipt/read-receipt.ts';
export type { PixelCounts, Receipt, Statement } from './receipt/receipt-schema.ts';
export { createReceiptKey, fingerprintOfKey, sha256Of, signStatement } from './receipt/sign-statement.ts';
