/** Enlarges pictures by a small network on the device. */
export type { EnlargedImage, EnlargeOptions, Enlarger } from './enlarge/create-enlarger.ts';
export type { EnlargerImage } from './enlarge/enlarger-image.ts';
export { openEnlarger, type OpenEnlargerOptions } from './enlarge/open-enlarger.ts';
