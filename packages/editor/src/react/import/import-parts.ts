/** What is loaded when the browser is idle, or when it is needed. */
export { readTransfer } from '../../import/read-transfer.ts';
export { ImportOverlay } from './import-overlay.tsx';
export { MoreWays } from './more-ways.tsx';
export { TransferSheet } from './transfer-sheet.tsx';
