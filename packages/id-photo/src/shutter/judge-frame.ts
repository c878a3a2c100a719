import { type DocumentSpec, isCropOnly } from '@isola/photo-specs/documents';
import type { Size } from '@isola/imaging';

import { matchWall } from '../compliance/measure-wall.ts';
import type { MeasuredFace } from '../faces/measured-face.ts';
import type { HeadGuides } from '../geometry/head-guides.ts';
import { headOfFace } from '../geometry/head-of-face.ts';
import { placeHeadInside, type PhotoPlacement } from '../placement/place-head.ts';

/** Next action of the person in front of the camera. `left` and `right` are the person's own. */
export type ShutterHint =
  | 'show-face'
  | 'be-alone'
  | 'step-back'
  | 'come-closer'
  | 'move-left'
  | 'move-right'
  | 'camera-up'
  | 'camera-down'
  | 'hold-level'
  | 'look-straight'
  | 'open-eyes'
  | 'close-mouth'
  | 'more-light'
  | 'less-light'
  | 'face-light'
  | 'avoid-glare'
  | 'plain-wall'
  | 'hold-still';

export interface Frame extends Size {
  /** Faces in the frame, the largest first, in px of the frame. */
  readonly faces: readonly MeasuredFace[];
}

/** Judgement of a frame by the rules of a document. */
export interface FrameVerdict {
  /** The most important hint. Undefined when the frame meets the rules. */
  readonly hint: ShutterHint | undefined;
  /** Place of the photo in the frame. Undefined without a face. */
  readonly placement: PhotoPlacement | undefined;
  readonly guides: HeadGuides | undefined;
}

/** Size of a second face, as a share of the first, from which on it is another person and not somebody far behind. */
const otherFaceShare = 0.35;
/** Share of the frame that the photo may fill at most. The top of the head is estimated, so there must be room. */
const maxFrameShare = 0.94;
/** Share of the frame's pixels that a document may need. A camera with fewer pixels enlarges the photo a little. */
const maxPixelShare = 0.75;
const [maxTiltDeg, maxTurnDeg] = [7, 8];
/** Opening of the eyes, as a share of the widest opening before, below which the person blinks. */
const blinkShare = 0.7;
const maxMouthOpen = 0.08;
/** Limits of the light on the brighter cheek, in linear light. */
const [leastLight, mostLight] = [0.06, 0.92];
const [leastEvenLight, mostGlare] = [0.5, 0.015];
/** Movement between two frames, as a share of the face's height, up to which a face holds still. */
const maxMovement = 0.02;

/** The frame before, and what is known of the person. */
export interface SeenBefore {
  readonly face: MeasuredFace;
  /** Widest opening of the eyes so far. Faces differ, so a blink is measured against the person's own. */
  readonly eyesOpen: number;
}

/**
 * Returns what the next call of `judgeFrame` needs to know. Undefined without a face.
 * @example
 * before = seenIn(frame, before);
 */
export function seenIn({ faces: [face] }: Frame, before: SeenBefore | undefined): SeenBefore | undefined {
  return face && { face, eyesOpen: Math.max(openingOf(face), before?.eyesOpen ?? 0) };
}

/**
 * Judges a frame of the camera by the rules of a document.
 * @example
 * const { hint } = judgeFrame(frame, documents['jp-passport'], before); // such as 'step-back'
 */
export function judgeFrame(frame: Frame, document: DocumentSpec, before: SeenBefore | undefined): FrameVerdict {
  const [face, other] = frame.faces;
  if (!face) return { hint: 'show-face', placement: undefined, guides: undefined };
  const guides = headOfFace(face);
  const placement = placeHeadInside(guides, document, frame);
  const isAlone = !other || other.box.heightPx < face.box.heightPx * otherFaceShare;
  const hint = isAlone
    ? (placeHint(placement, frame) ?? poseHint(face, before) ?? lightHint(face, document) ?? stillHint(face, before))
    : 'be-alone';
  return { hint, placement, guides };
}

function placeHint(
  { crop, beyondPx, transform, imagePxPerPx }: PhotoPlacement,
  { widthPx, heightPx }: Size,
): ShutterHint | undefined {
  const room = Math.min(widthPx / crop.widthPx, heightPx / crop.heightPx) * maxFrameShare;
  if (room < 1) return 'step-back';
  const available = Math.min(widthPx / transform.widthPx, heightPx / transform.heightPx) * maxPixelShare;
  if (imagePxPerPx < Math.min(1, available)) return 'come-closer';
  const { top, right, bottom, left } = beyondPx;
  const most = Math.max(top, right, bottom, left);
  if (most <= 0.5) return undefined;
  // A person who is too far to the left of the image must move to their own left.
  if (most === left) return 'move-left';
  if (most === right) return 'move-right';
  return most === top ? 'camera-up' : 'camera-down';
}

function poseHint(face: MeasuredFace, before: SeenBefore | undefined): ShutterHint | undefined {
  if (Math.abs(face.tiltDeg) > maxTiltDeg) return 'hold-level';
  if (Math.abs(face.turnDeg) > maxTurnDeg) return 'look-straight';
  if (before && openingOf(face) < before.eyesOpen * blinkShare) return 'open-eyes';
  return face.mouthOpen > maxMouthOpen ? 'close-mouth' : undefined;
}

function lightHint(
  { brightness, evenLight, glare, wall }: MeasuredFace,
  document: DocumentSpec,
): ShutterHint | undefined {
  if (brightness < leastLight) return 'more-light';
  if (brightness > mostLight) return 'less-light';
  if (evenLight < leastEvenLight) return 'face-light';
  if (glare > mostGlare) return 'avoid-glare';
  // The wall does not matter for a document whose background may be replaced.
  const match = wall && isCropOnly(document) ? matchWall(wall, document) : 'ok';
  return match === 'uneven' || match === 'other-colour' ? 'plain-wall' : undefined;
}

function stillHint(face: MeasuredFace, before: SeenBefore | undefined): ShutterHint | undefined {
  if (!before) return 'hold-still';
  const movement = Math.hypot(face.eyes.left.x - before.face.eyes.left.x, face.eyes.left.y - before.face.eyes.left.y);
  return movement > face.box.heightPx * maxMovement ? 'hold-still' : undefined;
}

function openingOf({ eyesOpen }: MeasuredFace): number {
  return Math.min(eyesOpen.left, eyesOpen.right);
}
