import type { Part } from '../api/size.ts';
import type { SmallNetwork } from '../small-network/create-small-network.ts';
import { cropSquare, type FaceImage, type Pyramid, type Square } from './crop.ts';
import type { ImagePoint } from './face.ts';

/** A face's place, as the detector sees it. */
export interface DetectedFace {
  readonly score: number;
  readonly box: Part;
  /** The eyes, left and right in the image when the face is upright. */
  readonly eyes: readonly [left: ImagePoint, right: ImagePoint];
}

/**
 * The detector's grids: cells per side, and number of faces that it proposes for each cell.
 * @see `face_detection_short_range.pbtxt` of MediaPipe: strides 8, 16, 16, 16, two proposals each
 */
const grids = [
  { cells: 16, proposals: 2 },
  { cells: 8, proposals: 6 },
] as const;
/** Numbers of a proposal: centre and size of the box, then six points, of which the first two are the eyes. */
const numbersEach = 16;
const minScore = 0.5;
/** Overlap of two boxes, as a share of their union, from which on they are the same face. */
const sameOverlap = 0.3;
/** Side of the squares in which small faces are searched, as a share of the image's longer side. */
const tileShare = 0.6;

/**
 * Finds faces, the surest first.
 * @param detector MediaPipe's short-range face detector. It finds faces that are at least a tenth of its square.
 * @param isThorough true to search in five parts of the image too, for smaller faces.
 */
export function detectFaces(detector: SmallNetwork, pyramid: Pyramid, isThorough: boolean): DetectedFace[] {
  const [image] = pyramid;
  const squares = isThorough ? [wholeOf(image), ...tilesOf(image)] : [wholeOf(image)];
  const proposals = squares.flatMap((square) => proposalsIn(detector, pyramid, square));
  return mergeOverlapping(proposals);
}

function wholeOf({ widthPx, heightPx }: FaceImage): Square {
  return { centreX: widthPx / 2, centreY: heightPx / 2, sidePx: Math.max(widthPx, heightPx), angle: 0 };
}

/** Returns the corners' squares, and the one in the middle. */
function tilesOf({ widthPx, heightPx }: FaceImage): Square[] {
  const sidePx = Math.max(widthPx, heightPx) * tileShare;
  const half = sidePx / 2;
  const [left, right] = [Math.min(half, widthPx / 2), Math.max(widthPx - half, widthPx / 2)];
  const [top, bottom] = [Math.min(half, heightPx / 2), Math.max(heightPx - half, heightPx / 2)];
  const centres = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
    [widthPx / 2, heightPx / 2],
  ] as const;
  return centres.map(([centreX, centreY]) => ({ centreX, centreY, sidePx, angle: 0 }));
}

function proposalsIn(detector: SmallNetwork, pyramid: Pyramid, square: Square): DetectedFace[] {
  const [fineBoxes, coarseBoxes, fineScores, coarseScores] = detector.run(
    cropSquare(pyramid, square, detector.sidePx, 'black'),
  );
  const scale = square.sidePx / detector.sidePx;
  const [left, top] = [square.centreX - square.sidePx / 2, square.centreY - square.sidePx / 2];
  const found: DetectedFace[] = [];
  for (const [boxes, scores, { cells, proposals }] of [
    [fineBoxes, fineScores, grids[0]],
    [coarseBoxes, coarseScores, grids[1]],
  ] as const) {
    for (const [at, logit] of (scores ?? []).entries()) {
      const score = 1 / (1 + Math.exp(-logit));
      if (score < minScore || !boxes) continue;
      const cell = Math.floor(at / proposals);
      const numbers = boxes.subarray(at * numbersEach, (at + 1) * numbersEach);
      const centre = (place: number) => ((place + 0.5) * detector.sidePx) / cells;
      const pointAt = (index: number): ImagePoint => ({
        x: left + (centre(cell % cells) + (numbers[index] ?? 0)) * scale,
        y: top + (centre(Math.floor(cell / cells)) + (numbers[index + 1] ?? 0)) * scale,
      });
      const { x, y } = pointAt(0);
      const [widthPx, heightPx] = [(numbers[2] ?? 0) * scale, (numbers[3] ?? 0) * scale];
      const box = { leftPx: x - widthPx / 2, topPx: y - heightPx / 2, widthPx, heightPx };
      found.push({ score, box, eyes: [pointAt(4), pointAt(6)] });
    }
  }
  return found;
}

/** Replaces proposals that overlap by their mean, weighted by their scores. */
function mergeOverlapping(proposals: readonly DetectedFace[]): DetectedFace[] {
  let left = proposals.toSorted((one, other) => other.score - one.score);
  const faces: DetectedFace[] = [];
  for (let [best] = left; best; [best] = left) {
    const { box, score } = best;
    const same = left.filter((each) => overlapOf(each.box, box) >= sameOverlap);
    left = left.filter((each) => !same.includes(each));
    const total = same.reduce((sum, each) => sum + each.score, 0);
    const mean = (valueOf: (face: DetectedFace) => number) =>
      same.reduce((sum, each) => sum + valueOf(each) * each.score, 0) / total;
    const meanPoint = (index: 0 | 1) => ({
      x: mean(({ eyes }) => eyes[index].x),
      y: mean(({ eyes }) => eyes[index].y),
    });
    faces.push({
      score,
      box: {
        leftPx: mean((face) => face.box.leftPx),
        topPx: mean((face) => face.box.topPx),
        widthPx: mean((face) => face.box.widthPx),
        heightPx: mean((face) => face.box.heightPx),
      },
      eyes: [meanPoint(0), meanPoint(1)],
    });
  }
  return faces;
}

/** Returns the overlap of two boxes, as a share of their union. */
export function overlapOf(one: Part, other: Part): number {
  const width = Math.min(one.leftPx + one.widthPx, other.leftPx + other.widthPx) - Math.max(one.leftPx, other.leftPx);
  const height = Math.min(one.topPx + one.heightPx, other.topPx + other.heightPx) - Math.max(one.topPx, other.topPx);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / (one.widthPx * one.heightPx + other.widthPx * other.heightPx - both);
}
