import { type Confidence, type Matte, ownTransparencyModel, type RunReport } from '@isola/segmenter';

import type { Edit } from '../model/edit.ts';
import { type MatteFacts, measureMatte } from './measure-matte.ts';
import { openParts } from './open-parts.ts';

/**
 * Reason why a result should be reviewed.
 *
 * - `part-disputed`: the network took a part for subject in one run and for background in another. The part may be
 *   missing or superfluous; `Confidence.disputed` contains its place.
 * - `low-confidence`: the network was unsure of much of the subject.
 * - `half-transparent`: a large area is neither subject nor background.
 * - `several-subjects`: pieces of similar size do not touch each other.
 * - `touches-frame`: the image's left, top or right edge cuts the subject. The bottom edge cuts most portraits and is
 *   no reason. Shoulders that reach the sides in the lower half are no reason either, and neither is a close-up that
 *   fills the image.
 * - `empty`: no subject was found.
 */
export interface Doubt {
  readonly kind:
    | 'part-disputed'
    | 'low-confidence'
    | 'half-transparent'
    | 'several-subjects'
    | 'touches-frame'
    | 'empty';
}

export interface AssessedMatte {
  /** Matte in use: the edited one, if there are edits. */
  readonly matte: Matte;
  readonly confidence: Pick<Confidence, 'value' | 'disputed'>;
  /** Edits of the document, which settle disputed parts. Default: none. */
  readonly edits?: readonly Edit[];
  readonly subject: 'found' | 'none';
  readonly run: Pick<RunReport, 'model'>;
}

/*
 * Measured with the default model, detail `standard`, on 25 photographs (people, animals, products, thin structures, glass,
 * landscapes) and 15 images of `pictures/`. Of these 40, 9 are flagged, all of them photographs.
 */
/**
 * Smallest confidence that raises no doubt. It flags 5: a tree, potted plants, a lamp with thin arms, a landscape, and
 * a screenshot.
 */
const minConfidence = 0.85;
/** Largest share of the subject that may be half-transparent. It flags 6: the same five, and another landscape. */
const maxHalfTransparent = 0.25;
/** Smallest size of a second subject, as a share of the largest piece. It flags 1: two toys. */
const minSecondPiece = 0.25;
/**
 * Smallest share of an edge's length at which the edge cuts the subject. It flags 2, one cat of many at the upper edge,
 * and potted plants, but none of the six portraits.
 */
const minEdge = 0.02;
/**
 * Smallest share of the image that the subject of a close-up covers. At least two edges cut a close-up, and the bottom
 * edge counts. The photographer cut the heads of an alpaca (0.46), a cat (0.77) and a red panda (0.42) on purpose. A
 * bust whose shoulders reach above the middle is a close-up, too. A subject that only one edge cuts, however large, may
 * have lost a part by mistake.
 */
const minCloseUp = 0.4;
/** Share of the image from which on nothing was removed. Such a result is no close-up. */
const maxCloseUp = 0.98;
/** Smallest share of the image that counts as a subject. A smaller one is dust. */
const minSubject = 0.0005;

/**
 * Assesses whether a result should be reviewed, from a small grid of its matte. It takes about 3 ms at any size, so it
 * may run on the main thread.
 * @returns the reasons, the gravest first. An image that was cut out before has none unless it is empty, because
 *   nothing was guessed.
 */
export function assessMatte({ matte, confidence, edits = [], subject, run }: AssessedMatte): readonly Doubt[] {
  const facts = measureMatte(matte);
  if (subject === 'none' || facts.subject < minSubject) return [{ kind: 'empty' }];
  if (run.model === ownTransparencyModel) return [];
  const kinds = [
    openParts({ matte, confidence, edits }).length > 0 && 'part-disputed',
    confidence.value < minConfidence && 'low-confidence',
    facts.halfTransparent > maxHalfTransparent && 'half-transparent',
    facts.secondPiece >= minSecondPiece && 'several-subjects',
    facts.edge >= minEdge && !isCloseUp(facts) && 'touches-frame',
  ] as const;
  return kinds.filter((kind) => kind !== false).map((kind) => ({ kind }));
}

function isCloseUp({ subject, edges }: MatteFacts): boolean {
  const cutCount = edges.filter((share) => share >= minEdge).length;
  return subject >= minCloseUp && subject < maxCloseUp && cutCount >= 2;
}
