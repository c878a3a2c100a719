import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import type { Network } from '../src/engine/network.ts';

/** Slope of the sigmoid. It is so steep that red pixels are fully subject and other pixels are fully background. */
const slope = 40;
const stemWeights = 3 * 9 * 16;
const sideWeights = 16 * 9;

/**
 * Writes a model whose mask is the redness of each pixel: a network for the engine with hand-written weights, so that every
 * expected value follows from the image.
 * @param folder receives `manifest.json` and its files.
 * @returns the manifest's address.
 */
export function writeRednessModel(folder: string): URL {
  const weights = new Float32Array(stemWeights + 16 + sideWeights + 4);
  // This is the middle of the kernel from red to the first output, in `[inputs][3][3][outputs]`.
  weights[4 * 16] = slope;
  weights[stemWeights + 16 + 4] = 1;
  const bytes = new Uint8Array(weights.buffer);
  const float32 = { precision: 'float32', dilation: 1, relu: false } as const;
  const network: Network = {
    version: 1,
    sizeBytes: bytes.length,
    steps: [
      {
        ...float32,
        kind: 'convolution',
        from: ['image'],
        to: 'red',
        inputs: 3,
        outputs: 16,
        stride: 2,
        weightsAt: 0,
        biasAt: stemWeights * 4,
      },
      {
        ...float32,
        kind: 'convolution',
        from: ['red'],
        to: 'side',
        inputs: 16,
        outputs: 1,
        stride: 1,
        weightsAt: (stemWeights + 16) * 4,
        biasAt: (stemWeights + 16 + sideWeights) * 4,
      },
      { kind: 'resize', from: 'side', to: 'whole', level: 0 },
      { kind: 'sigmoid', from: 'whole', to: 'mask' },
    ],
  };
  const write = (file: string, content: Uint8Array) => {
    writeFileSync(join(folder, file), content);
    return { file, sha256: sha256(content) };
  };
  const packed = gzipSync(bytes);
  const description = Buffer.from(JSON.stringify(network));
  const model = {
    id: 'redness',
    format: 'network',
    name: 'Redness',
    sha256: sha256(bytes),
    sizeBytes: bytes.length,
    parts: [{ ...write('weights.bin', packed), sizeBytes: bytes.length, packing: 'gzip', packedBytes: packed.length }],
    input: { name: 'input', widthPx: 64, heightPx: 64, mean: [127.5, 127.5, 127.5], std: [255, 255, 255] },
    output: { name: 'output' },
    licence: 'MIT',
    source: 'written by hand',
    network: { ...write('network.json', description), sizeBytes: description.length },
    madeFrom: { sha256: sha256(bytes), recipe: 'by hand' },
  };
  write('manifest.json', Buffer.from(JSON.stringify({ version: 2, default: 'redness', models: [model] })));
  return pathToFileURL(join(folder, 'manifest.json'));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
