import type { Confidence, Matte } from '@isola/segmenter';

import { measureMatte } from './measure-matte.ts';

/**
 * Why a result should be looked at.
 *
 * - `low-confidence`: the network was unsure of much of the subject.
 * - `half-transparent`: a large area is neither subject nor background.
 * - `several-subjects`: there are pieces of like size that do not touch each other.
 * - `touches-frame`: the image's left, top or right edge cuts the subject. The bottom edge cuts most portraits and is no
 *   reason, nor are shoulders that reach the sides in the lower half.
 * - `empty`: no subject was found.
 */
export interface Doubt {
  readonly kind: 'low-confidence' | 'half-transparent' | 'several-subjects' | 'touches-frame' | 'empty';
}

export interface AssessedMatte {
  /** As it is used: after edits, the edited one. */
  readonly matte: Matte;
  readonly confidence: Pick<Confidence, 'value'>;
  readonly subject: 'found' | 'none';
}

/*
 * Measured with the default model, detail `standard`, on 23 photographs (people, animals, products, thin structures, glass,
 * landscapes) and the 16 images of `pictures/`. Of these 39, 12 are flagged: 10 of the photographs, and of our own the glass
 * and the throw, whose rod reaches the edges.
 */
/** Median 0.946, a tenth below 0.785; 5 flagged: a tree, potted plants, a screenshot, a cat that fills the image. */
const minConfidence = 0.85;
/** Of what is not background. Median 0.092, a tenth above 0.312; 6 flagged: glass, foliage, and guesses at landscapes. */
const maxHalfTransparent = 0.25;
/** Of the largest piece. Median 0, a tenth above 0.140; 2 flagged: a dog beside a bowl, two toys. */
const minSecondPiece = 0.25;
/** Of an edge's length. Median 0, a tenth above 0.068; 7 flagged, and neither of the two ID photos. */
const minEdge = 0.02;
/** Of the image. Less is dust, and no subject. */
const minSubject = 0.0005;

/**
 * Judges whether a result should be looked at, from a small grid of its matte: it takes about 3 ms at any size, and so it may
 * run on the main thread.
 * @returns the reasons, the gravest first; none where nothing is doubtful.
 */
export function assessMatte({ matte, confidence, subject }: AssessedMatte): readonly Doubt[] {
  const facts = measureMatte(matte);
  if (subject === 'none' || facts.subject < minSubject) return [{ kind: 'empty' }];
  const kinds = [
    confidence.value < minConfidence && 'low-confidence',
    facts.halfTransparent > maxHalfTransparent && 'half-transparent',
    facts.secondPiece >= minSecondPiece && 'several-subjects',
    facts.edge >= minEdge && 'touches-frame',
  ] as const;
  return kinds.filter((kind) => kind !== false).map((kind) => ({ kind }));
}
