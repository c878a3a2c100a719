import { afterAll, expect, test } from 'vitest';

import { encoded, pixelsOf, redAndBlue } from '../test/pictures.ts';
import { tinyModelUrl } from '../test/tiny-model.ts';
import { createSegmenter, type Segmenter } from './create-segmenter.ts';
import { decodeImage } from './pipeline/decode.ts';
import { hasOwnTransparency } from './pipeline/has-own-transparency.ts';

const size = 100;

let segmenter: Segmenter | undefined;
async function shared(): Promise<Segmenter> {
  return (segmenter ??= createSegmenter({ manifestUrl: await tinyModelUrl() }));
}
afterAll(() => segmenter?.dispose());

/** Returns an image with an alpha channel, in which the network would find the left half. */
function withAlpha(alphaAt: (x: number, y: number) => number): ImageData {
  const image = redAndBlue(size, size, size / 2);
  for (let at = 0; at < size * size; at += 1) image.data[at * 4 + 3] = alphaAt(at % size, Math.floor(at / size));
  return image;
}

/** Returns a disc with a soft edge around this column. In the right half, the network finds nothing. */
const discAt = (left: number) => withAlpha((x, y) => 255 * Math.min(1, Math.max(0, 20 - Math.hypot(x - left, y - 50))));
const disc = discAt(70);
/** An image with one transparent corner of 10 px, which is 0.5 % of the image. */
const corner = withAlpha((x, y) => (x + y < 10 ? 0 : 255));
/** An image whose pixels are all 10 % transparent. */
const nearlyOpaque = withAlpha(() => 230);

test.each([
  ['a PNG', encoded(disc)],
  ['a WebP', encoded(disc, 'image/webp')],
  ['pixels', disc],
])(
  '%s that is already cut out keeps its alpha, and the network does not run',
  { tags: ['long'] },
  async (_, source) => {
    const stages: string[] = [];
    const onProgress = ({ stage }: { stage: string }) => void stages.push(stage);
    const result = await (await shared()).segment(source, { onProgress, outputs: ['pixels', 'png'] });
    const own = (await pixelsOf(encoded(disc))).data.filter((_, at) => at % 4 === 3);
    expect(result.matte.data).toEqual(own);
    expect(result.pixels.filter((_, at) => at % 4 === 3)).toEqual(own);
    expect((await pixelsOf(result.png)).data.filter((_, at) => at % 4 === 3)).toEqual(own);
    expect(result).toMatchObject({ subject: 'found', run: { model: 'own-transparency', passes: 0 } });
    expect(result.run).not.toHaveProperty('threadsReason');
    expect(new Set(stages)).toEqual(new Set(['preprocessing', 'postprocessing', 'complete']));
  },
);

test(
  'an image that is already cut out is segmented with transparency: cut, and transparent pixels stay transparent',
  { tags: ['long'] },
  async () => {
    const { matte, run } = await (await shared()).segment(discAt(30), { transparency: 'cut', outputs: [] });
    expect(run.model).toBe('redness');
    expect(matte.data[50 * size + 30]).toBeGreaterThan(250);
    expect(matte.data[50 * size + 5]).toBe(0);
  },
);

test.each([
  ['one cut-off corner', corner],
  ['an alpha channel that is opaque', redAndBlue(size, size, size / 2)],
  ['an alpha channel that is nearly opaque', nearlyOpaque],
])('an image with %s does not count as cut out, and is segmented', { tags: ['long'] }, async (_, picture) => {
  const { run } = await (await shared()).segment(encoded(picture), { outputs: [] });
  expect(run.model).toBe('redness');
});

test('a fully transparent image has no subject', { tags: ['long'] }, async () => {
  const { subject } = await (
    await shared()
  ).segment(
    withAlpha(() => 0),
    { outputs: [] },
  );
  expect(subject).toBe('none');
});

test.each([
  ['a cutout', encoded(disc), true],
  ['a photo', encoded(redAndBlue(size, size, size / 2), 'image/jpeg'), false],
])('hasOwnTransparency reports whether %s is already cut out', async (_, file, expected) => {
  const bitmap = await decodeImage(file);
  expect(hasOwnTransparency(bitmap)).toBe(expected);
  bitmap.close();
});
