/** What the frame of every page fetches when the browser is idle, or when it is wanted. */
export { fetchSample } from './fetch-sample.ts';
export { ImportOverlay } from './import-overlay.tsx';
export { MoreWays } from './more-ways.tsx';
