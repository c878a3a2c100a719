import { documents, type DocumentSpec } from '@isola/photo-specs/documents';
import { expect, test } from 'vitest';

import { calm } from '../../test/face-of.ts';
import type { MeasuredFace } from '../faces/measured-face.ts';
import { type Frame, judgeFrame, seenIn, type ShutterHint } from './judge-frame.ts';

const size = { widthPx: 1280, heightPx: 960 };
// 413 × 531 px at 300 dpi; a head of 32 to 36 mm of 45 mm. A head of 401 px needs no enlargement.
const japan: DocumentSpec = documents['jp-passport'];

interface FaceAt {
  readonly x?: number;
  readonly y?: number;
  /** Height from the crown to the chin. */
  readonly headPx?: number;
}

/** Returns a face whose eyes are at a place. The crown is as far above them as in a typical head. */
function faceAt({ x = 640, y = 500, headPx = 450 }: FaceAt, changes: Partial<MeasuredFace> = {}): MeasuredFace {
  const toChin = headPx / 2.2;
  const radians = ((changes.tiltDeg ?? 0) * Math.PI) / 180;
  const [alongX, alongY] = [Math.cos(radians) * 60, Math.sin(radians) * 60];
  return {
    ...calm,
    box: { leftPx: x - toChin, topPx: y - toChin * 0.8, widthPx: toChin * 1.5, heightPx: toChin * 1.8 },
    eyes: { left: { x: x - alongX, y: y - alongY }, right: { x: x + alongX, y: y + alongY } },
    chin: { x: x - Math.sin(radians) * toChin, y: y + Math.cos(radians) * toChin },
    mouth: { x, y: y + toChin / 2 },
    ...changes,
  };
}

function hintFor(face: MeasuredFace, document = japan): ShutterHint | undefined {
  const frame: Frame = { ...size, faces: [face] };
  return judgeFrame(frame, document, seenIn(frame, undefined)).hint;
}

test('a face of the right size in the middle, which holds still, needs nothing', () => {
  expect(hintFor(faceAt({}))).toBeUndefined();
});

test.each<[ShutterHint, FaceAt]>([
  ['come-closer', { headPx: 350 }],
  ['step-back', { headPx: 760 }],
  // The person is at the left edge of the image, which is to their right.
  ['move-left', { x: 170 }],
  ['move-right', { x: 1110 }],
  ['camera-up', { y: 200 }],
  ['camera-down', { y: 760 }],
])('%s, when the photo does not fit into the frame there', (hint, place) => {
  expect(hintFor(faceAt(place))).toBe(hint);
});

test('a camera with fewer pixels than the document needs is not asked for more than three quarters of its own', () => {
  const small = { widthPx: 640, heightPx: 480 };
  const frame: Frame = { ...small, faces: [faceAt({ x: 320, y: 250, headPx: 290 })] };
  expect(judgeFrame(frame, japan, seenIn(frame, undefined)).hint).toBeUndefined();
});

test.each<[ShutterHint, Partial<MeasuredFace>]>([
  ['hold-level', { tiltDeg: -9 }],
  ['look-straight', { turnDeg: 12 }],
  ['close-mouth', { mouthOpen: 0.2 }],
  ['more-light', { brightness: 0.03 }],
  ['less-light', { brightness: 0.97 }],
  ['face-light', { evenLight: 0.3 }],
  ['avoid-glare', { glare: 0.05 }],
])('%s', (hint, changes) => {
  expect(hintFor(faceAt({}, changes))).toBe(hint);
});

test('eyes count as closed only when they were wider open before, because faces differ', () => {
  const narrow = { ...size, faces: [faceAt({}, { eyesOpen: { left: 0.17, right: 0.17 } })] };
  expect(judgeFrame(narrow, japan, seenIn(narrow, undefined)).hint).toBeUndefined();
  const open = { ...size, faces: [faceAt({})] };
  expect(judgeFrame(narrow, japan, seenIn(open, undefined)).hint).toBe('open-eyes');
});

test('a face that moves, or that was not seen before, must hold still', () => {
  const here = { ...size, faces: [faceAt({})] };
  const there = { ...size, faces: [faceAt({ x: 660 })] };
  expect(judgeFrame(here, japan, undefined).hint).toBe('hold-still');
  expect(judgeFrame(there, japan, seenIn(here, undefined)).hint).toBe('hold-still');
});

test('an empty frame asks for a face, and a second face of a similar size for privacy', () => {
  expect(judgeFrame({ ...size, faces: [] }, japan, undefined).hint).toBe('show-face');
  const two = { ...size, faces: [faceAt({}), faceAt({ x: 1000, headPx: 300 })] };
  expect(judgeFrame(two, japan, undefined).hint).toBe('be-alone');
  const far = { ...size, faces: [faceAt({}), faceAt({ x: 1000, headPx: 100 })] };
  expect(judgeFrame(far, japan, seenIn(far, undefined)).hint).toBeUndefined();
});

test('the wall matters only where the background may not be replaced', () => {
  const wall = { color: '#335577', spread: 0.2 } as const;
  expect(hintFor(faceAt({ headPx: 470 }, { wall }), documents['us-passport'])).toBe('plain-wall');
  expect(hintFor(faceAt({}, { wall }), documents['cn-one-inch'])).toBeUndefined();
});
