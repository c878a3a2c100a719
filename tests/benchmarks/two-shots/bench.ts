/**
 * Measures the alpha that two photographs of one thing give: `npm run bench -- two-shots --help`. It places photos with a known
 * alpha in front of a dark and of a light background, displaced and with the noise and the JPEG compression of a camera.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createSegmenter } from '@isola/segmenter/node';
import { combineShots, type Shot, TwoShotsError } from '@isola/segmenter/two-shots';
import sharp from 'sharp';

import { buildEngine, modelFolder } from '../../../scripts/build.ts';
import { createCommand } from '../../../scripts/command.ts';
import { meanAbsoluteError } from '../../../scripts/quality/absolute-error.ts';
import type { AlphaPlane, Size } from '../../../scripts/quality/pixels.ts';
import { randomFrom } from '../../../scripts/quality/random.ts';
import { imageFolder, type ListedPhoto, photosOf } from '../arena/photos.ts';
import { cameraShot } from './camera-shot.ts';

const values = createCommand('npm run bench -- two-shots', 'Measures the alpha of two photographs, in Node.')
  .requiredOption('--photos <folders>', 'folders of photos with alpha, separated by commas', (text) =>
    text.split(',').map(imageFolder),
  )
  .option('--seed <words>', 'seed of the displacements and of the noise', 'isola')
  .parse()
  .opts();

interface Row {
  readonly name: string;
  /** Mean absolute errors of alpha, of 255: of both photographs together, and of the network's matte of the light one. */
  readonly together: number;
  readonly network: number;
  /** Error of the displacement, in px. */
  readonly shiftPx: number;
  readonly refused?: string;
}

await buildEngine();
await using segmenter = createSegmenter({ manifestUrl: join(modelFolder, 'manifest.json') });
const random = randomFrom(values.seed);
const rows: Row[] = [];
for (const photo of values.photos.flatMap(photosOf))
  if (photo.alphaPath) rows.push(await judge(photo, photo.alphaPath));
report();

async function judge({ name, bytes }: ListedPhoto, alphaPath: string): Promise<Row> {
  const truth = await sharp(readFileSync(alphaPath)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const size = { widthPx: truth.info.width, heightPx: truth.info.height };
  const colours = await sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer();
  const alpha = new Uint8ClampedArray(truth.data);
  const plane = planeOf(alpha, size);
  const shift = { xPx: 12 * random() - 6, yPx: 12 * random() - 6 };
  const onDark = await cameraShot({ colours, alpha, size, ground: 'dark', random });
  const onLight = await cameraShot({ colours, alpha, size, ground: 'light', shift, random });
  const { matte } = await segmenter.segment(new Uint8Array(onLight), { outputs: [] });
  // The light photograph is displaced, so the network's matte is compared with the displaced truth.
  const moved = await cameraShot({ alpha, size, ground: 'alpha', shift, random });
  const movedTruth = planeOf(await sharp(moved).extractChannel(0).raw().toBuffer(), size);
  const network = 255 * meanAbsoluteError(planeOf(matte.data, size), movedTruth);
  try {
    const result = combineShots(await decoded(onDark), await decoded(onLight));
    const data = result.pixels.filter((_, at) => at % 4 === 3);
    const shiftPx = Math.hypot(result.shift.xPx - shift.xPx, result.shift.yPx - shift.yPx);
    return { name, together: 255 * meanAbsoluteError(planeOf(data, size), plane), network, shiftPx };
  } catch (error) {
    if (!(error instanceof TwoShotsError)) throw error;
    return { name, together: Infinity, network, shiftPx: Infinity, refused: error.message };
  }
}

function planeOf(alpha: Uint8ClampedArray | Uint8Array, size: Size): AlphaPlane {
  return { ...size, data: Float32Array.from(alpha, (value) => value / 255) };
}

async function decoded(file: Buffer): Promise<Shot> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height };
}

function report(): void {
  console.log('error of alpha, of 255: two photographs, network; error of the displacement, px; worst first');
  for (const { together, network, shiftPx, name, refused = '' } of rows.toSorted((a, b) => b.together - a.together))
    console.log(`${together.toFixed(2)}  ${network.toFixed(2)}  ${shiftPx.toFixed(2)}  ${name}  ${refused}`);
  const at = (key: 'together' | 'network' | 'shiftPx', share: number) => {
    const sorted = rows.map((row) => row[key]).toSorted((a, b) => a - b);
    return (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
  };
  for (const [share, words] of [
    [0.5, `median of ${rows.length}`],
    [0.9, '90th percentile'],
  ] as const)
    console.log(`${at('together', share)}  ${at('network', share)}  ${at('shiftPx', share)}  ${words}`);
}
