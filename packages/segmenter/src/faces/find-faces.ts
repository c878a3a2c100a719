import type { SmallNetwork } from '../small-network/create-small-network.ts';
import { cropSquare, type FaceImage, type Pyramid, pyramidOf, type Square } from './crop.ts';
import { type DetectedFace, detectFaces, overlapOf } from './detect-faces.ts';
import type { Face, FindFacesOptions, ImagePoint } from './face.ts';
import { measureMesh, meshPoints } from './measure-mesh.ts';

/** The networks, ready to run. */
export interface FaceNetworks {
  readonly detector: SmallNetwork;
  readonly landmarks: SmallNetwork;
}

/** Side of the square around a face in which the mesh is computed, in sides of the face. */
const squarePerFace = 1.5;
/** The mesh is computed once in the detector's square, and then in the square around the first mesh. */
const rounds = 2;
const minScore = 0.5;
const sameOverlap = 0.3;

/** Finds the faces in an image, the largest first. */
export function findFaces(
  { detector, landmarks }: FaceNetworks,
  image: FaceImage,
  { search = 'thorough', maxFaces = 8 }: FindFacesOptions = {},
): Face[] {
  const pyramid = pyramidOf(image);
  const faces: Face[] = [];
  for (const detected of detectFaces(detector, pyramid, search === 'thorough')) {
    if (faces.length === maxFaces) break;
    const face = measureFace(landmarks, pyramid, detected);
    if (face && faces.every(({ box }) => overlapOf(box, face.box) < sameOverlap)) faces.push(face);
  }
  return faces.toSorted((one, other) => other.box.heightPx - one.box.heightPx);
}

/** Returns undefined when the landmarks' network sees no face at the detected place. */
function measureFace(landmarks: SmallNetwork, pyramid: Pyramid, { box, eyes }: DetectedFace): Face | undefined {
  let square: Square = {
    centreX: box.leftPx + box.widthPx / 2,
    centreY: box.topPx + box.heightPx / 2,
    sidePx: Math.max(box.widthPx, box.heightPx) * squarePerFace,
    angle: angleOf(...eyes),
  };
  for (let round = 1; ; round += 1) {
    const [points, flag] = landmarks.run(cropSquare(pyramid, square, landmarks.sidePx, 'nearest'));
    const score = 1 / (1 + Math.exp(-(flag?.[0] ?? -Infinity)));
    if (!points || score < minScore) return undefined;
    const mesh = toImage(points, square, landmarks.sidePx);
    if (round === rounds) return { score, mesh, ...measureMesh(mesh) };
    square = squareAround(mesh);
  }
}

/** Converts points in px of the square to px of the image. */
function toImage(points: Float32Array, { centreX, centreY, sidePx, angle }: Square, squarePx: number): Float32Array {
  const scale = sidePx / squarePx;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const mesh = new Float32Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const right = (points[at] ?? 0) - squarePx / 2;
    const down = (points[at + 1] ?? 0) - squarePx / 2;
    mesh[at] = centreX + right * cos - down * sin;
    mesh[at + 1] = centreY + right * sin + down * cos;
    mesh[at + 2] = (points[at + 2] ?? 0) * scale;
  }
  return mesh;
}

/** Returns the square around a mesh whose upper side is parallel to the line through the eyes. */
function squareAround(mesh: Float32Array): Square {
  const point = (index: number): ImagePoint => ({ x: mesh[index * 3] ?? 0, y: mesh[index * 3 + 1] ?? 0 });
  const angle = angleOf(point(meshPoints.leftEye.outer), point(meshPoints.rightEye.outer));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < mesh.length; at += 3) {
    const [x, y] = [mesh[at] ?? 0, mesh[at + 1] ?? 0];
    const [across, down] = [x * cos + y * sin, y * cos - x * sin];
    [left, right] = [Math.min(left, across), Math.max(right, across)];
    [top, bottom] = [Math.min(top, down), Math.max(bottom, down)];
  }
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  return {
    centreX: across * cos - down * sin,
    centreY: across * sin + down * cos,
    sidePx: Math.max(right - left, bottom - top) * squarePerFace,
    angle,
  };
}

function angleOf(from: ImagePoint, to: ImagePoint): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}
