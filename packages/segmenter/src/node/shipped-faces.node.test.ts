import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { buildModels } from '../../models/build-models.ts';
import type { FaceImage } from '../faces/crop.ts';
import type { Face } from '../faces/face.ts';
import { findFaces, type FaceNetworks } from '../faces/find-faces.ts';
import { parseManifest, type SmallNetworkFiles } from '../model/model-manifest.ts';
import { createSmallNetwork } from '../small-network/create-small-network.ts';
import { fromHalves } from '../small-network/from-halves.ts';
import { parseSmallNetworkGraph } from '../small-network/graph.ts';

const models = join(import.meta.dirname, '../../../../apps/site/public/models');
const pictures = join(import.meta.dirname, '../../../../pictures');
const figureFile = join(pictures, 'figure.jpg');
const read = (file: string) => readFileSync(join(models, file));

let networks: FaceNetworks;
let figure: FaceImage;

beforeAll(async () => {
  await buildModels(models);
  const { faces } = parseManifest(JSON.parse(read('manifest.json').toString()));
  if (!faces) throw new Error('the shipped manifest has no networks for faces');
  networks = { detector: await open(faces.detector), landmarks: await open(faces.landmarks) };
  figure = await imageOf(sharp(figureFile).resize(800));
});

function open({ graph, weights }: SmallNetworkFiles) {
  const kernels = new WebAssembly.Module(readFileSync(join(import.meta.dirname, '../../kernels/small-network.wasm')));
  const description = parseSmallNetworkGraph(JSON.parse(read(graph.file).toString()), graph.file);
  return createSmallNetwork(kernels, description, fromHalves(read(weights.file)));
}

async function imageOf(picture: Sharp): Promise<FaceImage> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height };
}

function onlyFace(image: FaceImage): Face {
  const [face, ...others] = findFaces(networks, image);
  expect(others).toEqual([]);
  if (!face) throw new Error('no face was found');
  return face;
}

/**
 * `figure.mediapipe.json` has the points that `@mediapipe/face_mesh` 0.4.1633559619, with the same weights, returned for
 * `figure.jpg` in Chromium with software WebGL, as shares of the image's sides.
 */
test('the shipped networks return the points of MediaPipe’s own runtime', () => {
  const file = join(import.meta.dirname, '../../test/faces/figure.mediapipe.json');
  const expected = JSON.parse(readFileSync(file, 'utf8')) as [number, number][];
  const { mesh, box } = onlyFace(figure);
  const distances = expected.map(([x, y], at) =>
    Math.hypot((mesh[at * 3] ?? NaN) - x * figure.widthPx, (mesh[at * 3 + 1] ?? NaN) - y * figure.heightPx),
  );
  expect(distances).toHaveLength(468);
  // MediaPipe computes the mesh once, and this package a second time around the first mesh.
  expect(distances.reduce((sum, each) => sum + each, 0) / 468 / box.heightPx).toBeLessThan(0.015);
  expect(Math.max(...distances) / box.heightPx).toBeLessThan(0.04);
});

test('the eyes, the chin and the mouth of a rendered figure are where its picture shows them', () => {
  // Positions were read from the picture by eye, in px of 800 × 1067.
  const { eyes, chin, mouth, mouthOpen, eyesOpen } = onlyFace(figure);
  expect(Math.hypot(eyes.left.x - 348, eyes.left.y - 423)).toBeLessThan(10);
  expect(Math.hypot(eyes.right.x - 453, eyes.right.y - 423)).toBeLessThan(10);
  expect(Math.hypot(mouth.x - 400, mouth.y - 526)).toBeLessThan(20);
  // The figure's face is longer than a person's.
  expect(Math.hypot(chin.x - 400, chin.y - 613)).toBeLessThan(25);
  expect(mouthOpen).toBeLessThan(0.1);
  expect(Math.min(eyesOpen.left, eyesOpen.right)).toBeGreaterThan(0.2);
});

test.each([-25, 12, 25])('a head that leans by %i° has this tilt', async (degrees) => {
  const { tiltDeg } = onlyFace(await imageOf(sharp(figureFile).resize(800).rotate(degrees, { background: '#999' })));
  expect(Math.abs(tiltDeg - degrees)).toBeLessThan(3);
});

test('a mirrored picture has the mirrored points', async () => {
  const { eyes, chin } = onlyFace(figure);
  const mirrored = onlyFace(await imageOf(sharp(figureFile).resize(800).flop()));
  expect(Math.abs(mirrored.eyes.left.x - (800 - eyes.right.x))).toBeLessThan(6);
  expect(Math.abs(mirrored.chin.y - chin.y)).toBeLessThan(6);
});

/** Returns a grey picture with the figure at several places. */
function pictureOf(widthPx: number, heightPx: number, places: readonly { left: number; width: number }[]) {
  return Promise.all(
    places.map(async ({ left, width }) => ({ input: await sharp(figureFile).resize(width).toBuffer(), left, top: 20 })),
  ).then((figures) => {
    const background = { r: 150, g: 160, b: 165, alpha: 1 };
    return imageOf(sharp({ create: { width: widthPx, height: heightPx, channels: 4, background } }).composite(figures));
  });
}

test('two people have two faces, the larger first', async () => {
  const image = await pictureOf(1200, 700, [
    { left: 40, width: 300 },
    { left: 600, width: 480 },
  ]);
  const faces = findFaces(networks, image);
  expect(faces).toHaveLength(2);
  const [first, second] = faces;
  expect(first?.box.leftPx).toBeGreaterThan(600);
  expect(second?.box.leftPx).toBeLessThan(340);
});

test('a thorough search finds a face that is too small for a search of the whole image', async () => {
  const image = await pictureOf(2400, 1200, [{ left: 300, width: 640 }]);
  expect(findFaces(networks, image, { search: 'whole' })).toEqual([]);
  expect(findFaces(networks, image, { search: 'thorough' })).toHaveLength(1);
});

test.each(['cat.jpg', 'creature.jpg', 'mug.jpg'])('%s has no face', async (file) => {
  expect(findFaces(networks, await imageOf(sharp(join(pictures, file)).resize(800)))).toEqual([]);
});
