import { inflateSync } from 'node:zlib';

import { layOutSheet, marginsFor, papers, renderSheetPdf, type SheetItem, type SheetLayout } from '@isola/id-photo';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';

const passport: SheetItem = { id: 'uk', widthMm: 35, heightMm: 45, count: 'fill' };
const oneInch: SheetItem = { id: 'cn', widthMm: 25, heightMm: 35, count: 'fill' };

function expectApart({ places, paper }: SheetLayout, marginMm: number, gapMm: number) {
  for (const [at, one] of places.entries()) {
    expect(one.xMm).toBeGreaterThanOrEqual(marginMm - 1e-6);
    expect(one.yMm).toBeGreaterThanOrEqual(marginMm - 1e-6);
    expect(one.xMm + one.widthMm).toBeLessThanOrEqual(paper.widthMm - marginMm + 1e-6);
    expect(one.yMm + one.heightMm).toBeLessThanOrEqual(paper.heightMm - marginMm + 1e-6);
    for (const other of places.slice(at + 1)) {
      const apartX = Math.max(one.xMm - other.xMm - other.widthMm, other.xMm - one.xMm - one.widthMm);
      const apartY = Math.max(one.yMm - other.yMm - other.heightMm, other.yMm - one.yMm - one.heightMm);
      expect(Math.max(apartX, apartY)).toBeGreaterThanOrEqual(gapMm - 1e-6);
    }
  }
}

describe('layOutSheet', () => {
  // Computed by hand. 10 × 15 cm on its side leaves 140 × 90 mm: three photos of 45 mm take 139 mm, two of 35 mm take
  // 72 mm. A4 leaves 200 × 287 mm: five photos of 35 mm take 183 mm, six of 45 mm take 280 mm.
  test.each([
    ['10x15', passport, 5, 2, 6],
    ['10x15', oneInch, 5, 2, 10],
    ['a4', passport, 5, 2, 30],
  ] as const)('a sheet of %s is filled with the photos %o', (paper, item, marginMm, gapMm, count) => {
    const layout = layOutSheet({ paper: papers[paper], items: [item], marginMm, gapMm });
    expect(layout.places).toHaveLength(count);
    expectApart(layout, marginMm, gapMm);
  });

  test.each(Object.entries(papers))('a sheet of %s is filled with several sizes and centres them', (_, paper) => {
    const layout = layOutSheet({ paper, items: [{ ...passport, count: 2 }, oneInch] });
    expectApart(layout, 5, 2);
    expect(layout.places.filter(({ id }) => id === 'uk')).toHaveLength(2);
    expect(layout.places.filter(({ id }) => id === 'cn').length).toBeGreaterThanOrEqual(2);
    const left = Math.min(...layout.places.map(({ xMm }) => xMm));
    const right = Math.max(...layout.places.map(({ xMm, widthMm }) => xMm + widthMm));
    expect(left).toBeCloseTo(layout.paper.widthMm - right, 6);
  });

  test('six photos of 2 × 2 inches tile 4 × 6 inches without a border', () => {
    const inches = { id: 'us', widthMm: 50.8, heightMm: 50.8, count: 'fill' } as const;
    const paper = papers['4x6'];
    const layout = layOutSheet({ paper, items: [inches], ...marginsFor(paper, inches) });
    expect(layout.places).toHaveLength(6);
    expectApart(layout, 0, 0);
    expect(marginsFor(paper, passport)).toBeUndefined();
    expect(marginsFor(papers['10x15'], inches)).toBeUndefined();
  });

  test('a line of text has a strip below the photos', () => {
    const { note, places, cutMarks, paper } = layOutSheet({ paper: papers['10x15'], items: [passport], hasNote: true });
    const top = note?.yMm ?? 0;
    expect(places.length).toBeGreaterThan(0);
    for (const { yMm, heightMm } of places) expect(yMm + heightMm).toBeLessThan(top);
    for (const { fromYMm, toYMm } of cutMarks) expect(Math.max(fromYMm, toYMm)).toBeLessThanOrEqual(top);
    expect(top + (note?.heightMm ?? 0)).toBeLessThan(paper.heightMm);
    expect(layOutSheet({ paper: papers['10x15'], items: [passport] }).note).toBeUndefined();
  });

  test('reports the photos that do not fit', () => {
    const { places, unplaced } = layOutSheet({
      paper: papers['10x15'],
      items: [
        { ...passport, count: 99 },
        { id: 'poster', widthMm: 300, heightMm: 400, count: 'fill' },
      ],
    });
    expect(unplaced).toEqual([
      { id: 'uk', count: 99 - places.length },
      { id: 'poster', count: 1 },
    ]);
  });

  test('rejects invalid lengths', () => {
    expect(() => layOutSheet({ paper: papers.a4, items: [{ ...passport, widthMm: 0 }] })).toThrow(RangeError);
    expect(() => layOutSheet({ paper: papers['10x15'], items: [passport], marginMm: 50 })).toThrow(RangeError);
  });
});

describe('cut marks', () => {
  test('a single photo has two marks at each corner, 3 mm outwards', () => {
    const { cutMarks, places } = layOutSheet({ paper: papers['10x15'], items: [{ ...passport, count: 1 }] });
    expect(cutMarks).toHaveLength(8);
    const [place] = places;
    expect(cutMarks).toContainEqual({
      fromXMm: place?.xMm,
      fromYMm: place?.yMm,
      toXMm: (place?.xMm ?? 0) - 3,
      toYMm: place?.yMm,
    });
  });

  test.each([0, 1, 2, 5])('no mark lies on a photo with gaps of %d mm', (gapMm) => {
    const { cutMarks, places } = layOutSheet({ paper: papers.a4, items: [{ ...passport, count: 4 }, oneInch], gapMm });
    expect(cutMarks.length).toBeGreaterThan(8);
    for (const { fromXMm, fromYMm, toXMm, toYMm } of cutMarks) {
      const [x, y] = [(fromXMm + toXMm) / 2, (fromYMm + toYMm) / 2];
      for (const { xMm, yMm, widthMm, heightMm } of places) {
        const isOn = x > xMm + 1e-6 && x < xMm + widthMm - 1e-6 && y > yMm + 1e-6 && y < yMm + heightMm - 1e-6;
        expect(isOn).toBe(false);
      }
    }
  });

  test('are left out on request', () => {
    expect(layOutSheet({ paper: papers.a4, items: [passport], hasCutMarks: false }).cutMarks).toEqual([]);
  });
});

type Matrix = readonly number[];

/** Returns the matrices of each drawn image, the outermost first. @see ISO 32000-1, 8.3.4 */
function drawings(contents: string): readonly (readonly Matrix[])[] {
  return [...contents.matchAll(/q\n((?:(?!^q$)[\s\S])*?) Do\b/gm)].map(([, part = '']) =>
    [...part.matchAll(/^(.*) cm$/gm)].map(([, numbers = '']) => numbers.split(' ').map(Number)),
  );
}

function corners(matrices: readonly Matrix[], points: readonly [x: number, y: number][]): [x: number, y: number][] {
  return points.map((point) =>
    matrices
      .toReversed()
      .reduce<[number, number]>(
        ([x, y], [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a * x + c * y + e, b * x + d * y + f],
        point,
      ),
  );
}

/** Checks that each image's unit square lies at its place. PDF coordinates are points from the lower left corner. */
function expectPlaced(contents: string, { places, paper }: Pick<SheetLayout, 'places' | 'paper'>) {
  const points = (mm: number) => (mm / 25.4) * 72;
  const boxes = drawings(contents).map((matrices) => {
    const ends = corners(matrices, [
      [0, 0],
      [1, 1],
    ]);
    const [xs, ys] = [ends.map(([x]) => x), ends.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  expect(boxes).toEqual(
    places.map(({ xMm, yMm, widthMm, heightMm }) =>
      [xMm, paper.heightMm - yMm - heightMm, xMm + widthMm, paper.heightMm - yMm].map((mm) =>
        expect.closeTo(points(mm), 2),
      ),
    ),
  );
}

describe('renderSheetPdf', () => {
  const picture = new Blob([new Uint8Array(PNG.sync.write(new PNG({ width: 7, height: 9 })))]);

  /** Reads the PDF as text, without the library that wrote it. */
  async function read(pdf: Blob) {
    const bytes = Buffer.from(await pdf.arrayBuffer());
    const text = bytes.toString('latin1');
    const box = (name: string) =>
      new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(text)?.[1]?.trim().split(/\s+/).map(Number);
    const contents = [...text.matchAll(/<<([^>]*)>>\s*stream\r?\n/g)]
      .filter(([, dictionary = '']) => dictionary.includes('FlateDecode') && !dictionary.includes('Image'))
      .map((match) => inflateSync(bytes.subarray((match.index ?? 0) + match[0].length)).toString('latin1'))
      .join('\n');
    return { text, box, contents };
  }

  // Points are mm × 72 ÷ 25.4.
  test.each([
    ['4x6', 288, 432],
    ['10x15', 283.465, 425.197],
    ['13x18', 368.504, 510.236],
    ['a4', 595.276, 841.89],
    ['letter', 612, 792],
  ] as const)('%s has its media box and trim box in points', async (paper, width, height) => {
    const layout = layOutSheet({ paper: papers[paper], items: [{ ...passport, count: 1 }] });
    expect(layout.paper).toEqual(papers[paper]);
    const { box } = await read(await renderSheetPdf(layout, { uk: picture }));
    for (const name of ['MediaBox', 'TrimBox']) {
      expect(box(name)).toEqual([0, 0, expect.closeTo(width, 2), expect.closeTo(height, 2)]);
    }
  });

  test('embeds a photo once and places it several times at 35 × 45 mm', async () => {
    const layout = layOutSheet({ paper: papers.a4, items: [passport] });
    const { text, contents } = await read(await renderSheetPdf(layout, { uk: picture }));
    // The image and its alpha channel.
    expect(text.match(/\/Subtype\s*\/Image/g)).toHaveLength(2);
    expect(contents.match(/ Do\b/g)).toHaveLength(layout.places.length);
    expectPlaced(contents, layout);
  });

  test('rotates a photo into its place', async () => {
    const place = { id: 'uk', xMm: 10, yMm: 20, widthMm: 45, heightMm: 35, isRotated: true };
    const layout = { paper: papers['10x15'], places: [place], cutMarks: [], unplaced: [] };
    const { contents } = await read(await renderSheetPdf(layout, { uk: picture }));
    expectPlaced(contents, layout);
    // The top of the image, at y = 1 of its unit square, is on the left.
    const [top] = corners(drawings(contents)[0] ?? [], [[0.5, 1]]);
    expect(top?.[0]).toBeCloseTo((10 / 25.4) * 72, 2);
  });

  test('rejects a sheet whose photos are missing', async () => {
    const layout = layOutSheet({ paper: papers.a4, items: [passport] });
    await expect(renderSheetPdf(layout, {})).rejects.toThrow(RangeError);
    await expect(renderSheetPdf(layout, { uk: new Blob(['GIF89a']) })).rejects.toThrow('JPEG or PNG');
  });
});
