/** Entry point of the modules that are loaded when the browser is idle, or on demand. */
export { readTransfer } from '../../import/read-transfer.ts';
export { ImportOverlay } from './import-overlay.tsx';
export { MoreWays } from './more-ways.tsx';
export { TransferSheet } from './transfer-sheet.tsx';
