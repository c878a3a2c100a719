import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from 'pdf-lib';
import { expect, test } from 'vitest';

import { createCompositor } from '../../compositor/create-compositor.ts';
import type { Encoding } from '../encoders.ts';

const [widthPx, heightPx] = [300, 150];
const pointsPerMm = 72 / 25.4;

/** Opens an image whose left half is blue and whose right half is red. The subject is its right half. */
async function open() {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, widthPx, heightPx);
  context.fillStyle = '#ff0000';
  context.fillRect(widthPx / 2, 0, widthPx / 2, heightPx);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) =>
    at % widthPx < widthPx / 2 ? 0 : 255,
  );
  return createCompositor({ image: await canvas.convertToBlob(), matte: { data, widthPx, heightPx } });
}

type Params = Parameters<Awaited<ReturnType<typeof open>>['encode']>[0];

async function pdfOf(params: Params, options: Partial<Extract<Encoding, { format: 'pdf' }>> = {}) {
  const compositor = await open();
  const encoded = await compositor.encode(params, { format: 'pdf', dotsPerInch: 150, ...options });
  compositor.close();
  const document = await PDFDocument.load(await encoded.file.arrayBuffer());
  const page = document.getPage(0);
  const { context } = document;
  const objects = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
  const image = streamOf(context, objects?.values()[0]);
  return { ...encoded, page, image, context };
}

function streamOf(context: PDFContext, reference: PDFObject | undefined): PDFRawStream {
  const found = context.lookup(reference);
  if (!(found instanceof PDFRawStream)) throw new Error('there is no such stream');
  return found;
}

async function inflated(stream: PDFRawStream): Promise<Uint8Array> {
  const bytes = new Blob([new Uint8Array(stream.contents)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

const inMm = (box: { x: number; y: number; width: number; height: number }) =>
  [box.x, box.y, box.width, box.height].map((points) => Math.round((points / pointsPerMm) * 100) / 100);

test('the page is in millimetres: trim, bleed of 3 mm, and crop marks outside of it', { tags: ['long'] }, async () => {
  const { page, file } = await pdfOf({ background: { kind: 'color', color: '#ffffff' } });
  expect(file.type).toBe('application/pdf');
  // 300 and 150 px at 150 dpi are 50.8 and 25.4 mm. The bleed of 17.7 px is rounded to 18 px, which are 3.05 mm. Marks are 5 mm long.
  expect(inMm(page.getTrimBox())).toEqual([8.05, 8.05, 50.8, 25.4]);
  expect(inMm(page.getBleedBox())).toEqual([5, 5, 56.9, 31.5]);
  expect(page.getWidth() / pointsPerMm).toBeCloseTo(50.8 + 2 * 8.048, 2);
});

test(
  'the bleed shows more of the background and of the image, and the matte stays in its place',
  { tags: ['long'] },
  async () => {
    const background = { kind: 'color', color: '#00ff00' } as const;
    const crop = { toPhoto: { a: 1, b: 0, c: 0, d: 1, e: 100, f: 50 }, widthPx: 100, heightPx: 50 };
    const { image, widthPx: width } = await pdfOf({ background, transform: crop });
    expect(width).toBe(136);
    const pixels = await inflated(image);
    const at = (x: number, y: number) => [...pixels.subarray((y * 136 + x) * 3, (y * 136 + x) * 3 + 3)];
    // The subject begins in the middle of the crop, which is 18 px farther right in the file.
    expect([at(0, 40), at(67, 40), at(68, 40), at(135, 40)]).toEqual([
      [0, 255, 0],
      [0, 255, 0],
      [255, 0, 0],
      [255, 0, 0],
    ]);
  },
);

test('the bleed moves no layer away from the trimmed page’s edge', { tags: ['long'] }, async () => {
  const canvas = new OffscreenCanvas(10, 10);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 10, 10);
  const crop = { toPhoto: { a: 1, b: 0, c: 0, d: 1, e: 100, f: 50 }, widthPx: 100, heightPx: 50 };
  const { image, widthPx: width } = await pdfOf({
    background: { kind: 'color', color: '#00ff00' },
    transform: crop,
    layers: [
      {
        kind: 'picture',
        image: await canvas.convertToBlob(),
        place: 'above',
        size: 200,
        opacity: 100,
        angleDeg: 0,
        anchor: 'top-left',
        offsetX: 0,
        offsetY: 0,
      },
    ],
  });
  const pixels = await inflated(image);
  const at = (x: number, y: number) => Array.from(pixels.slice((y * width + x) * 3, (y * width + x) * 3 + 3));
  // The bleed is 18 px wide, and the logo has a fifth of the page's 50 px.
  expect([at(17, 18), at(18, 17), at(18, 18), at(27, 27), at(28, 28)]).toEqual([
    [0, 255, 0],
    [0, 255, 0],
    [255, 255, 255],
    [255, 255, 255],
    [0, 255, 0],
  ]);
});

test('a transparent result has its alpha as a soft mask, and colours name sRGB', { tags: ['long'] }, async () => {
  const { image, context } = await pdfOf({}, { bleedMm: 0 });
  const mask = streamOf(context, image.dict.get(PDFName.of('SMask')));
  const alpha = await inflated(mask);
  expect(alpha).toHaveLength(widthPx * heightPx);
  expect([alpha[10], alpha[widthPx - 10]]).toEqual([0, 255]);
  const [kind, profile] = image.dict.lookup(PDFName.of('ColorSpace'), PDFArray).asArray();
  expect(String(kind)).toBe('/ICCBased');
  const stream = streamOf(context, profile);
  expect(stream.dict.lookup(PDFName.of('N'), PDFNumber).asNumber()).toBe(3);
  expect(new TextDecoder('latin1').decode(await inflated(stream))).toContain('acsp');
});

test('without bleed and marks the page is the result, at 300 dpi by default', { tags: ['long'] }, async () => {
  const { page } = await pdfOf({}, { bleedMm: 0, hasCropMarks: false, dotsPerInch: undefined });
  // 300 and 150 px at 300 dpi.
  expect(inMm({ x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })).toEqual([0, 0, 25.4, 12.7]);
});

test('a maximum size reduces pixels, and the page keeps its size', { tags: ['long'] }, async () => {
  const noisy = { kind: 'studio', id: 'stone' } as const;
  const whole = await pdfOf({ background: noisy });
  const small = await pdfOf({ background: noisy }, { maxBytes: Math.round(whole.file.size * 0.5) });
  expect(small.file.size).toBeLessThanOrEqual(whole.file.size * 0.5);
  expect(small.widthPx).toBeLessThan(whole.widthPx);
  expect(small.page.getTrimBox().width / pointsPerMm).toBeCloseTo(whole.page.getTrimBox().width / pointsPerMm, 0);
});
