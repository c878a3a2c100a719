import {
  type HeadGuides,
  layOutSheet,
  opaqueMatte,
  papers,
  placeHead,
  renderPhoto,
  renderSheetPng,
} from '@isola/id-photo';
import { type DocumentSpec, documents, fileSizeBytes } from '@isola/photo-specs/documents';
import { createCompositor } from '@isola/imaging';
import { describe, expect, test } from 'vitest';

import { createRandom } from '../../test/random.ts';

const sure = { kind: 'sure' } as const;
const image = { widthPx: 900, heightPx: 1200 };
const guides: HeadGuides = {
  crown: { x: 450, y: 250 },
  chin: { x: 450, y: 700 },
  eyes: 0.5,
  shoulders: undefined,
  states: { crown: sure, chin: sure, axis: sure, eyes: sure, shoulders: sure },
};

function drawn(paint: (context: OffscreenCanvasRenderingContext2D) => void, { widthPx, heightPx } = image) {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  paint(context);
  return canvas.convertToBlob();
}

/** Draws a figure in front of a wall, with a random number of spots that are hard to compress. */
function portrait(seed: number): Promise<Blob> {
  const random = createRandom(seed);
  const spots = Math.round(random() * 30_000);
  return drawn((context) => {
    const wall = context.createLinearGradient(0, 0, 0, 1200);
    wall.addColorStop(0, `hsl(${random() * 360} 30% 80%)`);
    wall.addColorStop(1, `hsl(${random() * 360} 30% 60%)`);
    context.fillStyle = wall;
    context.fillRect(0, 0, 900, 1200);
    context.fillStyle = '#c09070';
    context.beginPath();
    context.ellipse(450, 475, 165, 225, 0, 0, 7);
    context.fill();
    for (let at = 0; at < spots; at += 1) {
      context.fillStyle = `hsl(${random() * 360} 60% ${random() * 100}%)`;
      context.fillRect(random() * 900, random() * 1200, 1 + random() * 5, 1 + random() * 5);
    }
  });
}

/** Documents that limit the file size. */
const limited: readonly (readonly [string, DocumentSpec])[] = Object.entries(documents).filter(
  ([, document]) => 'fileSize' in document,
);

/**
 * Reads the resolution of a JFIF file: the unit (1 is inches), followed by the density. @see JPEG File Interchange
 * Format, version 1.02
 */
async function dotsPerInchOf(jpeg: Blob): Promise<number> {
  const view = new DataView(await jpeg.arrayBuffer());
  expect(view.getUint8(13)).toBe(1);
  return view.getUint16(14);
}

/** Number of the thirty images that are rendered in every run; the others are tagged `long`. */
const shortCount = 3;

describe('renderPhoto, thirty images', () => {
  for (const seed of Array.from({ length: 30 }, (_, at) => at + 1)) {
    const tags = seed > shortCount ? ['long' as const] : [];
    test(`image ${seed} has the exact pixels and a file size in the range`, { tags }, async () => {
      const [id, document] = limited[seed % limited.length] ?? [];
      if (!document) throw new Error(`no document ${id}`);
      const placement = placeHead(guides, document, image);
      const compositor = createCompositor({ image: await portrait(seed), matte: opaqueMatte(image) });
      const { file, quality, state } = await renderPhoto(compositor, { document, placement, background: '#ffffff' });
      compositor.close();

      const bitmap = await createImageBitmap(file);
      expect([bitmap.width, bitmap.height]).toEqual([placement.transform.widthPx, placement.transform.heightPx]);
      expect(await dotsPerInchOf(file)).toBe(placement.dotsPerInch);
      const { minBytes = 0, maxBytes = Infinity } = fileSizeBytes(document.fileSize ?? {});
      expect(file.size).toBeLessThanOrEqual(maxBytes);
      if (state === 'ok') expect(file.size).toBeGreaterThanOrEqual(minBytes);
      else {
        // The file was not padded, and the quality cannot be raised further.
        expect(quality).toBe(100);
        expect(file.size).toBeLessThan(minBytes);
      }
    });
  }

  test('a smooth image misses a high minimum file size and a rough one reaches it', { tags: ['long'] }, async () => {
    const document = documents['cn-student-record'];
    const placement = placeHead(guides, document, image);
    const states = await Promise.all(
      [0, 40_000].map(async (spots) => {
        const picture = await drawn((context) => {
          context.fillStyle = '#628bce';
          context.fillRect(0, 0, 900, 1200);
          const random = createRandom(3);
          for (let at = 0; at < spots; at += 1) {
            context.fillStyle = `hsl(${random() * 360} 60% ${random() * 100}%)`;
            context.fillRect(random() * 900, random() * 1200, 4, 4);
          }
        });
        const compositor = createCompositor({ image: picture, matte: opaqueMatte(image) });
        const { state } = await renderPhoto(compositor, { document, placement, background: '#ffffff' });
        compositor.close();
        return state;
      }),
    );
    expect(states).toEqual(['below-minimum', 'ok']);
  });
});

test('a photo that is only cropped keeps the image’s own pixels', { tags: ['long'] }, async () => {
  const picture = await drawn((context) => {
    context.fillStyle = '#204080';
    context.fillRect(0, 0, 900, 1200);
  });
  const document = documents['us-passport'];
  const compositor = createCompositor({ image: picture, matte: opaqueMatte(image) });
  const { file } = await renderPhoto(compositor, {
    document,
    placement: placeHead(guides, document, image),
    background: '#ffffff',
  });
  compositor.close();
  const context = new OffscreenCanvas(600, 600).getContext('2d');
  context?.drawImage(await createImageBitmap(file), 0, 0);
  const [red = 0, green = 0, blue = 0] = context?.getImageData(300, 300, 1, 1).data ?? [];
  expect([red, green, blue].map((value, at) => Math.abs(value - ([0x20, 0x40, 0x80][at] ?? 0)) < 3)).toEqual([
    true,
    true,
    true,
  ]);
});

describe('renderSheetPng', () => {
  const photo = drawn(
    (context) => {
      context.fillStyle = '#ff0000';
      context.fillRect(0, 0, 413, 531);
      context.fillStyle = '#0000ff';
      context.fillRect(0, 0, 413, 100);
    },
    { widthPx: 413, heightPx: 531 },
  );

  test.each([
    ['a4', 2480, 3508],
    ['10x15', 1181, 1772],
  ] as const)(
    '%s at 300 dpi: size, resolution, photos, gaps and cut marks',
    { tags: ['long'] },
    async (paper, widthPx, heightPx) => {
      const layout = layOutSheet({
        paper: papers[paper],
        items: [{ id: 'photo', widthMm: 35, heightMm: 45, count: 'fill' }],
      });
      const png = await renderSheetPng(layout, { photo: await photo }, 300);
      const view = new DataView(await png.arrayBuffer());
      const text = new TextDecoder('latin1').decode(view);
      // pHYs is in dots per metre. @see https://www.w3.org/TR/png-3/#11pHYs
      const resolution = text.indexOf('pHYs') + 4;
      expect([view.getUint32(resolution), view.getUint32(resolution + 4), view.getUint8(resolution + 8)]).toEqual([
        11_811, 11_811, 1,
      ]);
      const bitmap = await createImageBitmap(png);
      expect([bitmap.width, bitmap.height]).toEqual([widthPx, heightPx]);
      const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const at = (xMm: number, yMm: number) => [
        ...context.getImageData((xMm / 25.4) * 300, (yMm / 25.4) * 300, 1, 1).data.subarray(0, 3),
      ];
      for (const { xMm, yMm, widthMm, heightMm } of layout.places) {
        expect(at(xMm + widthMm / 2, yMm + heightMm / 2)).toEqual([255, 0, 0]);
        expect(at(xMm + widthMm / 2, yMm + 3)).toEqual([0, 0, 255]);
        expect(at(xMm - 1, yMm + heightMm / 2)).toEqual([255, 255, 255]);
      }
      const [mark] = layout.cutMarks;
      expect(at(((mark?.fromXMm ?? 0) + (mark?.toXMm ?? 0)) / 2, (mark?.fromYMm ?? 0) + 0.04)).toEqual([0, 0, 0]);
    },
  );

  test('a rotated photo has its top on the left', { tags: ['long'] }, async () => {
    const place = { id: 'photo', xMm: 10, yMm: 20, widthMm: 45, heightMm: 35, isRotated: true };
    const layout = { paper: papers['10x15'], places: [place], cutMarks: [], unplaced: [] };
    const png = await renderSheetPng(layout, { photo: await photo }, 254);
    const context = new OffscreenCanvas(1000, 1500).getContext('2d');
    context?.drawImage(await createImageBitmap(png), 0, 0);
    const at = (xMm: number, yMm: number) => [
      ...(context?.getImageData(xMm * 10, yMm * 10, 1, 1).data.subarray(0, 3) ?? []),
    ];
    expect([at(13, 37), at(50, 37), at(9, 37), at(56, 37), at(30, 19), at(30, 56)]).toEqual([
      [0, 0, 255],
      [255, 0, 0],
      ...Array.from({ length: 4 }, () => [255, 255, 255]),
    ]);
  });
});
