/** What is loaded when the browser is idle, or when it is needed. */
export { ImportOverlay } from './import-overlay.tsx';
export { MoreWays } from './more-ways.tsx';
