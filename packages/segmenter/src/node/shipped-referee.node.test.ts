import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { buildModels } from '../../models/build-models.ts';
import { chooseModel, parseManifest } from '../model/model-manifest.ts';
import { createSmallNetwork } from '../small-network/create-small-network.ts';
import { fromHalves } from '../small-network/from-halves.ts';
import { parseSmallNetworkGraph } from '../small-network/graph.ts';

const models = join(import.meta.dirname, '../../../../apps/site/public/models');
const pictures = join(import.meta.dirname, '../../test/referee');
const read = (file: string) => readFileSync(join(models, file));

/**
 * `bear.mediapipe.png` is the mask that `@mediapipe/selfie_segmentation` 0.1.1675465747 itself returned for `bear.webp` with
 * `modelSelection` 0, in Chromium with software WebGL.
 */
test('the shipped referee returns the same mask as MediaPipe’s own runtime', async () => {
  await buildModels(models);
  const model = chooseModel(parseManifest(JSON.parse(read('manifest.json').toString())), undefined);
  if (model.format !== 'network' || !model.referee) throw new Error('the shipped model has no referee');
  const { graph, weights } = model.referee;
  const description = parseSmallNetworkGraph(JSON.parse(read(graph.file).toString()), graph.file);
  const kernels = new WebAssembly.Module(readFileSync(join(import.meta.dirname, '../../kernels/small-network.wasm')));
  const { run } = await createSmallNetwork(kernels, description, fromHalves(read(weights.file)));

  const picture = await sharp(join(pictures, 'bear.webp')).ensureAlpha().raw().toBuffer();
  const expected = await sharp(join(pictures, 'bear.mediapipe.png')).extractChannel(0).raw().toBuffer();
  const [mask = new Float32Array()] = run(new Uint8ClampedArray(picture));
  expect(mask).toHaveLength(expected.length);
  const mean = mask.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? NaN) / 255), 0) / mask.length;
  expect(mean).toBeLessThan(0.001);
});
