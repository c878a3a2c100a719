import { expect, test } from 'vitest';

import { createSegmenter } from './create-segmenter.ts';
import type { SegmenterSource } from './api/options.ts';

const segmenter = createSegmenter({ execution: 'main' });

test.each([
  ['an address', '/photo.jpg', 'String'],
  ['nothing, as a cancelled picker gives', undefined, 'Undefined'],
  ['an image’s element', document.createElement('img'), 'HTMLImageElement'],
])('%s is refused by the name of what would do', async (_, source, kind) => {
  await expect(segmenter.segment(source as unknown as SegmenterSource)).rejects.toMatchObject({
    code: 'unsupported-format',
    detail: `the source is no Blob, File, ImageBitmap, ImageData, but: ${kind}`,
  });
});

test('a file of another frame is looked into as one of this', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { Blob: BlobThere } = frame.contentWindow as Window & typeof globalThis;
  const text = new BlobThere(['a text']);
  expect(text).not.toBeInstanceOf(Blob);
  await expect(segmenter.segment(text)).rejects.toMatchObject({
    code: 'unsupported-format',
    detail: 'the bytes are no JPEG, PNG or WebP',
  });
  frame.remove();
});
