import type { Face, ImagePoint } from './face.ts';

/**
 * Indices of the mesh's points. Left and right are those of the image.
 * @see `canonical_face_model_uv_visualization.png` of MediaPipe
 */
export const meshPoints = {
  leftEye: { outer: 33, inner: 133, upper: [160, 159, 158], lower: [144, 145, 153] },
  rightEye: { outer: 263, inner: 362, upper: [387, 386, 385], lower: [373, 374, 380] },
  forehead: 10,
  chin: 152,
  mouth: { left: 61, right: 291, upper: 13, lower: 14 },
  leftCheek: 234,
  rightCheek: 454,
} as const;

type Measures = Omit<Face, 'score' | 'mesh'>;

/** Measures a face by its mesh. */
export function measureMesh(mesh: Float32Array): Measures {
  const { leftEye, rightEye, chin, mouth } = meshPoints;
  const at = (index: number): ImagePoint => ({ x: mesh[index * 3] ?? 0, y: mesh[index * 3 + 1] ?? 0 });
  const depth = (index: number) => mesh[index * 3 + 2] ?? 0;
  const [left, right] = [at(leftEye.outer), at(rightEye.outer)];
  const mouthWidth = distance(at(mouth.left), at(mouth.right));
  const across = distance(left, right);
  return {
    box: boxOf(mesh),
    eyes: { left: middleOfEye(leftEye, at), right: middleOfEye(rightEye, at) },
    chin: at(chin),
    mouth: middle(at(mouth.left), at(mouth.right)),
    tiltDeg: degrees(Math.atan2(right.y - left.y, right.x - left.x)),
    turnDeg: degrees(Math.atan2(depth(rightEye.outer) - depth(leftEye.outer), across)),
    eyesOpen: { left: opening(leftEye, at), right: opening(rightEye, at) },
    mouthOpen: mouthWidth > 0 ? distance(at(mouth.upper), at(mouth.lower)) / mouthWidth : 0,
  };
}

function boxOf(mesh: Float32Array): Measures['box'] {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < mesh.length; at += 3) {
    const [x, y] = [mesh[at] ?? 0, mesh[at + 1] ?? 0];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return { leftPx: left, topPx: top, widthPx: right - left, heightPx: bottom - top };
}

type Eye = typeof meshPoints.leftEye | typeof meshPoints.rightEye;

/** Returns the middle between the lids. On portraits it is nearer to the pupil than the middle between the corners. */
function middleOfEye({ upper, lower }: Eye, at: (index: number) => ImagePoint): ImagePoint {
  const points = [...upper, ...lower].map(at);
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
}

/** Returns the mean height of an eye's opening at three places, as a share of its width. */
function opening({ outer, inner, upper, lower }: Eye, at: (index: number) => ImagePoint): number {
  const heights = upper.map((index, place) => distance(at(index), at(lower[place] ?? index)));
  const width = distance(at(outer), at(inner));
  return width > 0 ? heights.reduce((sum, height) => sum + height, 0) / heights.length / width : 0;
}

function middle(one: ImagePoint, other: ImagePoint): ImagePoint {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: ImagePoint, other: ImagePoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
