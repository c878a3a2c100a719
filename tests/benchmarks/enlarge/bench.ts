/**
 * Measures how well pictures are enlarged: `npm run bench -- enlarge --help`. The middle of each picture is reduced, enlarged
 * again and compared with itself.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { openEnlarger } from '@isola/segmenter/node';
import sharp, { type Sharp } from 'sharp';

import { scaling } from '../../../packages/imaging/src/geometry/affine.ts';
import { enlargedCutout } from '../../../packages/imaging/src/enlarge/enlarged-cutout.ts';
import { gathered, sourceFrom } from '../../../packages/imaging/src/raster/gathered.ts';
import type { Raster } from '../../../packages/imaging/src/raster/raster.ts';
import { transformCutout } from '../../../packages/imaging/src/resample/transform-cutout.ts';
import { buildEngine } from '../../../scripts/build.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { lanczos } from '../../support/lanczos.ts';
import { imageFolder, photosOf } from '../arena/photos.ts';
import { psnr, ssim } from '../erase/hole-scores.ts';
import { quantile } from '../segmenter/statistics.ts';

const values = createCommand('npm run bench -- enlarge', 'Measures how well pictures are enlarged, in Node.')
  .requiredOption('--photos <folders>', 'folders of pictures, separated by commas', (text) =>
    text.split(',').map(imageFolder),
  )
  .option('--factors <numbers>', 'enlargements', (text) => text.split(',').map(wholeNumber(2)), [2, 3, 4])
  .option('--side <px>', 'side of the part of each picture that is compared', wholeNumber(96), 480)
  .option('--jpeg <quality>', 'also compress the reduced picture as JPEG', wholeNumber(1))
  .option('--out <folder>', 'write each method’s picture at the largest enlargement')
  .parse()
  .opts();

/** Pixels at the border, whose surroundings are missing, are not compared. */
const marginPx = 16;

/** Methods, in the order of the table. */
const methods = ['lanczos', 'smooth', 'network', 'twice'] as const;

type Method = (typeof methods)[number];

interface Score {
  readonly psnr: number;
  readonly ssim: number;
  readonly timeMs: number;
}

interface Row extends Readonly<Partial<Record<Method, Score>>> {
  readonly photo: string;
  readonly factor: number;
  readonly megapixels: number;
}

await buildEngine();
const { enlarge } = await openEnlarger({
  manifestUrl: join(import.meta.dirname, '../../../apps/site/public/models/enlarge/manifest.json'),
});
const rows: Row[] = [];
for (const { name, bytes } of values.photos.flatMap(photosOf)) {
  for (const factor of values.factors) rows.push(await judge(name, bytes, factor));
  console.error(name);
}
for (const factor of values.factors) report(factor);

async function judge(photo: string, bytes: Uint8Array, factor: number): Promise<Row> {
  const upright = await sharp(bytes)
    .rotate()
    .toColourspace('srgb')
    .flatten({ background: '#808080' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const fits = (side: number) => Math.floor(Math.min(values.side, side) / factor) * factor;
  const size = { width: fits(width), height: fits(height) };
  const place = { left: (width - size.width) >> 1, top: (height - size.height) >> 1 };
  const truth = await rasterOf(sharp(upright.data).extract({ ...place, ...size }));
  const small = await reduced(truth, factor);
  const mask = Uint8Array.from({ length: truth.widthPx * truth.heightPx }, (_, at) => {
    const [x, y] = [at % truth.widthPx, Math.floor(at / truth.widthPx)];
    const nearest = Math.min(x, y, truth.widthPx - 1 - x, truth.heightPx - 1 - y);
    return Number(nearest >= marginPx);
  });
  const scores: Partial<Record<Method, Score>> = {};
  for (const method of methods) {
    if (method === 'twice' && factor === 2) continue;
    const startedAtMs = performance.now();
    const result = await enlarged(small, method, truth);
    const timeMs = performance.now() - startedAtMs;
    scores[method] = { psnr: psnr(result, truth, mask), ssim: ssim(result, truth, mask), timeMs };
    if (values.out) await write(result, `${photo}-x${factor}-${method}.png`);
  }
  if (values.out) await write(truth, `${photo}-x${factor}-truth.png`);
  return { photo, factor, megapixels: (small.widthPx * small.heightPx) / 1e6, ...scores };
}

async function reduced(truth: Raster, factor: number): Promise<Raster> {
  const small = sharpOf(truth).resize(truth.widthPx / factor, truth.heightPx / factor, { kernel: 'lanczos3' });
  if (!values.jpeg) return rasterOf(small);
  return rasterOf(sharp(await small.flatten().jpeg({ quality: values.jpeg }).toBuffer()));
}

async function enlarged(small: Raster, method: Method, { widthPx, heightPx }: Raster): Promise<Raster> {
  const to = (from: Raster) => {
    const toPhoto = scaling(from.widthPx / widthPx);
    return gathered(transformCutout(sourceFrom(from), { toPhoto, widthPx, heightPx }), () => Promise.resolve());
  };
  switch (method) {
    case 'lanczos':
      return lanczos(small, { widthPx, heightPx });
    case 'smooth':
      return to(small);
    case 'network':
      return to(await enlargedCutout(sourceFrom(small), enlarge));
    case 'twice':
      return to(await enlargedCutout(sourceFrom(await enlargedCutout(sourceFrom(small), enlarge)), enlarge));
    default:
      return method satisfies never;
  }
}

function sharpOf({ data, widthPx, heightPx }: Raster): Sharp {
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } });
}

async function rasterOf(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height };
}

async function write(raster: Raster, name: string): Promise<void> {
  mkdirSync(values.out ?? '', { recursive: true });
  await sharpOf(raster)
    .png()
    .toFile(join(values.out ?? '', name));
}

function report(factor: number): void {
  const all = rows.filter((row) => row.factor === factor);
  console.log(`Enlarged by ${factor}, ${all.length} pictures:`);
  console.table(
    methods.flatMap((method) => {
      const scored = all.flatMap((row) => (row[method] ? [{ ...row[method], row }] : []));
      if (scored.length === 0) return [];
      const gains = scored.flatMap(({ psnr: own, row }) => (row.lanczos ? [own - row.lanczos.psnr] : []));
      const times = scored.map(({ timeMs, row }) => timeMs / 1000 / row.megapixels);
      return [
        {
          method,
          'PSNR worst / p10 / median / p90': spread(
            scored.map((each) => each.psnr),
            2,
          ),
          'SSIM worst / p10 / median / p90': spread(
            scored.map((each) => each.ssim),
            3,
          ),
          'against Lanczos, dB': spread(gains, 2),
          's for each MP, median': quantile(times, 0.5).toFixed(1),
        },
      ];
    }),
  );
  const gain = ({ network, lanczos }: Row) => (network?.psnr ?? 0) - (lanczos?.psnr ?? 0);
  const behind = all.toSorted((one, other) => gain(one) - gain(other)).slice(0, 5);
  console.log(`The network gains least: ${behind.map((row) => `${row.photo} ${gain(row).toFixed(2)} dB`).join(', ')}`);
}

function spread(numbers: readonly number[], digits: number): string {
  return [0, 0.1, 0.5, 0.9].map((part) => quantile(numbers, part).toFixed(digits)).join(' / ');
}
