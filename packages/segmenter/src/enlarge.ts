/** Enlarges pictures by a small network on the device. */
export type { EnlargedImage, EnlargeOptions, Enlarger, EnlargerImage } from './enlarge/create-enlarger.ts';
export { openEnlarger, type OpenEnlargerOptions } from './enlarge/open-enlarger.ts';
