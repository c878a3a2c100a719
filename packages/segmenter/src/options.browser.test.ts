import { expect, test } from 'vitest';

import { createSegmenter } from './create-segmenter.ts';
import type { SegmenterSource } from './input/open-source.ts';

const segmenter = createSegmenter({ execution: 'main' });

test.each([
  ['undefined, as from a cancelled file picker,', undefined, 'Undefined'],
  ['an SVG image element', document.createElementNS('http://www.w3.org/2000/svg', 'image'), 'SVGImageElement'],
  ['an unread Response', new Response('a photo'), 'Response'],
])('%s is rejected with a list of the accepted sources', async (_, source, kind) => {
  await expect(segmenter.segment(source as unknown as SegmenterSource)).rejects.toMatchObject({
    code: 'unsupported-format',
    detail:
      `the source is ${kind}, but must be one of: Blob, File, ArrayBuffer, typed array, address, ImageData, ImageBitmap, ` +
      'image, canvas or video element, OffscreenCanvas, VideoFrame',
  });
});

test('a file from another frame is accepted like one of this frame', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { Blob: BlobThere } = frame.contentWindow as Window & typeof globalThis;
  const text = new BlobThere(['a text']);
  expect(text).not.toBeInstanceOf(Blob);
  await expect(segmenter.segment(text)).rejects.toMatchObject({
    code: 'unsupported-format',
    detail: 'the file is not a JPEG, PNG or WebP',
  });
  frame.remove();
});
