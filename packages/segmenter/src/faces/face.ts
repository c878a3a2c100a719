import type { Part } from '../api/size.ts';

/** A point in px of the image. */
export interface ImagePoint {
  readonly x: number;
  readonly y: number;
}

/** A face in an image. Left and right are those of the viewer. */
export interface Face {
  /** How sure the network is that this is a face, 0…1. */
  readonly score: number;
  /** From the forehead to the chin and from cheek to cheek; parts may lie outside of the image. */
  readonly box: Part;
  /** Middles of the eyes, between their lids. */
  readonly eyes: { readonly left: ImagePoint; readonly right: ImagePoint };
  /** Lowest point of the chin, without a beard. */
  readonly chin: ImagePoint;
  /** Middle of the mouth, between its corners. */
  readonly mouth: ImagePoint;
  /** Angle of the line through the eyes, in degrees. It is positive when the head leans to the right. */
  readonly tiltDeg: number;
  /** Turn of the head to the side, in degrees. It is positive when the nose points to the right of the image. */
  readonly turnDeg: number;
  /** Height of the opening of the eyes, as a share of their width: about 0.3 when open, below 0.15 when closed. */
  readonly eyesOpen: { readonly left: number; readonly right: number };
  /** Height of the gap between the lips, as a share of the mouth's width: 0 when closed. */
  readonly mouthOpen: number;
  /**
   * The 468 points of MediaPipe's face mesh: x, y and z of each, in px. z is the distance from the middle of the head;
   * smaller is nearer.
   */
  readonly mesh: Float32Array;
}

export interface FindFacesOptions {
  /**
   * `whole` searches the whole image once, which takes some 30 ms and finds faces of at least a tenth of its longer
   * side. `thorough` also searches parts of the image, for smaller faces. Default: `thorough`.
   */
  readonly search?: 'whole' | 'thorough';
  /** Largest number of faces to measure. Default: 8. */
  readonly maxFaces?: number;
}
