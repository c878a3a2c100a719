import type { Matte } from './segmentation.ts';
import type { Part } from './size.ts';

/** A point that shows which object is meant. */
export interface PromptPoint {
  /** Position in the upright image, in pixels from its left and upper border. */
  readonly xPx: number;
  readonly yPx: number;
  /** True if the object at this point belongs to the result, false if it does not. */
  readonly keep: boolean;
}

/** A rectangle that shows which object is meant, in pixels of the upright image. */
export interface PromptBox extends Part {
  /** True if the object in the box belongs to the result, false if it does not. Default: true. */
  readonly keep?: boolean;
}

/**
 * Says which of an image's objects are the subject. With a box or a point to keep, the result contains only the objects
 * that they name. With a box and points to leave out alone, it contains everything that the network finds except their
 * objects.
 */
export interface Prompt {
  /** The points, in the order in which they were set: a later point corrects what the earlier ones selected. */
  readonly points?: readonly PromptPoint[];
  /** A rectangle around an object. */
  readonly box?: PromptBox;
  /**
   * The matte of an earlier call for the same image, of any size with the same aspect ratio. The network then processes
   * only the surroundings of the points and the box, which takes a fraction of the time. Default: none.
   */
  readonly matte?: Matte;
  /**
   * True if an object has been left out of the matte before. What is still too much is then small, as a rule, so a point
   * to leave out takes at most half of a connected subject away; where the network finds more, the image's edges around
   * the point decide. Default: false.
   */
  readonly corrected?: boolean;
}
