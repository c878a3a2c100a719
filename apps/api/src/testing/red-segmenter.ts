import {
  type PromptBox,
  type Segmentation,
  SegmenterError,
  type SegmenterSource,
  type SegmentOptions,
} from '@isola/segmenter/node';
import sharp from 'sharp';

import type { RemovalSegmenter } from '../remove-background.ts';

/**
 * A segmenter whose subject is what is red: its matte is known exactly. Where green is 128, half of a pixel is subject. Of a
 * prompt, it understands the box alone: everything outside of a box to keep is background.
 * Everything else in the server is real.
 */
export const redSegmenter = { segment: segmentRed } as unknown as RemovalSegmenter;

async function segmentRed(
  source: SegmenterSource,
  { signal, prompt }: SegmentOptions = {},
): Promise<Segmentation<'pixels'>> {
  signal?.throwIfAborted();
  const { data, info } = await open(source)
    .then((image) => image.ensureAlpha().raw().toBuffer({ resolveWithObject: true }))
    .catch((cause: unknown) => {
      throw new SegmenterError('damaged-image', String(cause));
    });
  const pixels = new Uint8ClampedArray(data);
  let isFound = false;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0] = pixels.subarray(at, at + 2);
    const isLeftOut = prompt?.box && !keeps(prompt.box, (at / 4) % info.width, Math.floor(at / 4 / info.width));
    const alpha = isLeftOut || red < 150 ? 0 : green < 100 ? 255 : green < 160 ? 128 : 0;
    isFound ||= alpha > 0;
    if (alpha === 0) pixels.fill(0, at, at + 4);
    else pixels[at + 3] = alpha;
  }
  const { width: widthPx, height: heightPx } = info;
  return { pixels, widthPx, heightPx, subject: isFound ? 'found' : 'none' } as unknown as Segmentation<'pixels'>;
}

function keeps({ leftPx, topPx, widthPx, heightPx, keep = true }: PromptBox, x: number, y: number): boolean {
  const isInside = x >= leftPx && y >= topPx && x < leftPx + widthPx && y < topPx + heightPx;
  return isInside === keep;
}

async function open(source: SegmenterSource) {
  if (source instanceof Blob) return sharp(Buffer.from(await source.arrayBuffer()), { failOn: 'error' }).autoOrient();
  if ('width' in source)
    return sharp(source.data, { raw: { width: source.width, height: source.height, channels: 4 } });
  throw new Error('The server passes files and pixels only');
}
