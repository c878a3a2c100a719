import type { Matte } from '@isola/imaging';

import type { MeasuredFace } from '../faces/measured-face.ts';
import { type GuideDoubt, type GuideState, headHeightPx, type HeadGuides, type Point } from './head-guides.ts';
import { crownOf } from './measure-outline.ts';
import { scanProfile, type ScanRow, width } from './scan-profile.ts';
import { subjectPlane } from './subject-plane.ts';

/** Turn of the head, in degrees, from which on the place of the chin is not sure. */
const maxTurnDeg = 25;
/** Score of a face from which on its points are sure. */
const minScore = 0.9;
/** Distance from the eyes to the top of the head, in distances from the eyes to the chin: typical, least and most. */
const [typicalTop, leastTop, mostTop] = [1.2, 0.85, 1.7];
/** Distance between the chins of the face and of a sure outline, as a share of the head, from which on they disagree. */
const maxChinDifference = 0.06;

/**
 * Returns the guides of a face: the eyes, the chin and the axis are those of the face, and the top of the head is that
 * of the matte.
 * @example
 * const guides = headOfFace(face, matte, findHead(matte));
 * @param matte matte of the image. Without it, the top of the head is estimated.
 * @param outline head that was found in the outline alone. Where it is sure of another chin, the guide is unsure.
 */
export function headOfFace(face: MeasuredFace, matte?: Matte, outline?: HeadGuides): HeadGuides {
  const { left, right } = face.eyes;
  const middle: Point = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const radians = (face.tiltDeg * Math.PI) / 180;
  const [upX, upY] = [Math.sin(radians), -Math.cos(radians)];
  const at = (up: number): Point => ({ x: middle.x + upX * up, y: middle.y + upY * up });
  const toChin = Math.max(1, -((face.chin.x - middle.x) * upX + (face.chin.y - middle.y) * upY));
  const crown = crownAbove(face, matte, middle, toChin);
  const guides = { crown: at(crown.up), chin: at(-toChin), eyes: crown.up / (crown.up + toChin) };
  const faceDoubt = face.score < minScore || Math.abs(face.turnDeg) > maxTurnDeg ? 'turned-face' : undefined;
  return {
    ...guides,
    shoulders: outline?.shoulders,
    states: {
      crown: stateOf(crown.doubt),
      chin: stateOf(faceDoubt ?? chinDoubt(guides, outline)),
      axis: stateOf(faceDoubt),
      eyes: stateOf(faceDoubt),
      shoulders: outline?.states.shoulders ?? stateOf('cut-by-frame'),
    },
  };
}

interface Crown {
  /** Distance from the eyes along the axis, in px of the image. */
  readonly up: number;
  readonly doubt: GuideDoubt | undefined;
}

function crownAbove(face: MeasuredFace, matte: Matte | undefined, middle: Point, toChin: number): Crown {
  const guess: Crown = { up: toChin * typicalTop, doubt: 'not-in-matte' };
  const plane = matte && subjectPlane(matte);
  if (!plane) return guess;
  const { scale } = plane;
  const axis = { x: middle.x / scale, y: middle.y / scale, tiltDeg: face.tiltDeg };
  const rows = scanProfile(plane, axis, -Math.ceil(Math.hypot(plane.width, plane.height)));
  const above = rows.filter(({ down }) => down <= 0);
  const atEyes = above.at(-1);
  // A matte whose subject does not cover the eyes shows somebody else.
  if (!atEyes || atEyes.down < -2 || atEyes.left > 0 || atEyes.right < 0) return guess;
  const up = -crownOf(above, headWidthOf(above, toChin / scale)) * scale;
  const isCut = middle.y - up * Math.cos((face.tiltDeg * Math.PI) / 180) < 1.5 * scale;
  const doubt = isCut
    ? 'cut-by-frame'
    : up > toChin * mostTop
      ? 'much-hair'
      : up < toChin * leastTop
        ? 'uneven-top'
        : undefined;
  return { up: Math.max(1, up), doubt };
}

/** Returns the greatest width between the eyes and the forehead. Rows further up may be those of raised hands. */
function headWidthOf(above: readonly ScanRow[], toChin: number): number {
  return Math.max(...above.filter(({ down }) => down > -toChin * 0.6).map(width));
}

function chinDoubt(
  guides: Pick<HeadGuides, 'crown' | 'chin'>,
  outline: HeadGuides | undefined,
): GuideDoubt | undefined {
  if (outline?.states.chin.kind !== 'sure') return undefined;
  const distance = Math.hypot(outline.chin.x - guides.chin.x, outline.chin.y - guides.chin.y);
  return distance > headHeightPx(guides) * maxChinDifference ? 'outline-differs' : undefined;
}

function stateOf(doubt: GuideDoubt | undefined): GuideState {
  return doubt ? { kind: 'unsure', doubt } : { kind: 'sure' };
}
