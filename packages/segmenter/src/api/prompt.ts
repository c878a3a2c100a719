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

/**
 * Says which of an image's objects are the subject. With a box or a point to keep, the result contains only the objects
 * that they name. With points to leave out alone, it contains everything that the network finds except their objects.
 */
export interface Prompt {
  /** The points, in the order in which they were set: a later point corrects what the earlier ones selected. */
  readonly points?: readonly PromptPoint[];
  /** A rectangle around the object, in pixels of the upright image. */
  readonly box?: Part;
  /**
   * The matte of an earlier call for the same image, of any size with the same aspect ratio. The network then processes
   * only the surroundings of the points and the box, which takes a fraction of the time. Default: none.
   */
  readonly matte?: Matte;
}
