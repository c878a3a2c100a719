/** Finds and measures faces on the device: eyes, chin, tilt, turn, open eyes and mouth. */
export type { FaceImage } from './faces/crop.ts';
export type { Face, FindFacesOptions, ImagePoint } from './faces/face.ts';
export { type FaceFinder, openFaceFinder, type OpenFaceFinderOptions } from './faces/open-face-finder.ts';
