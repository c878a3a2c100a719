/**
 * Why a result should be looked at.
 *
 * - `low-confidence`: the network was unsure of much of the subject.
 * - `half-transparent`: a large area is neither subject nor background.
 * - `several-subjects`: there are pieces that do not touch each other.
 * - `touches-frame`: the subject is cut by the image's edge.
 * - `empty`: no subject was found.
 */
export interface Doubt {
  readonly kind: 'low-confidence' | 'half-transparent' | 'several-subjects' | 'touches-frame' | 'empty';
}
