import { describe, expect, test } from 'vitest';

import { fileSizeBytes, type Source } from '../sourced-figures.ts';
import { acceptsBackground, backgroundChoices, backgroundColours } from './background-colours.ts';
import { defaultDocumentId } from './default-document.ts';
import {
  checkedOn,
  type DocumentSpec,
  documentStatus,
  figuresOf,
  figureStatus,
  headRangeMm,
  isCropOnly,
  type MillimetreRange,
  type PixelSize,
  sourcesOf,
} from './document.ts';
import { documentIds, documents } from './documents.ts';
import { ownDocument } from './own-document.ts';
import { sources } from './sources.ts';

const rows = documentIds.map((id): readonly [string, DocumentSpec] => [id, documents[id]]);

test('documents contains at least forty documents', () => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
});

test.each(rows)('%s: each figure has a source, and each source gives a figure', (_, document) => {
  expect(Object.keys(document.from).toSorted()).toEqual(figuresOf(document).toSorted());
  expect(document.size ?? document.pixels).toBeDefined();
});

describe.each(rows)('%s is plausible', (_, document) => {
  const { size, pixels, eyes, topMargin, chinMargin, fileSize } = document;
  const head = headRangeMm(document);

  test('ranges ascend and fit on the photo', () => {
    for (const range of [head, eyes, topMargin, chinMargin]) {
      if (!range) continue;
      expect(range.minMm).toBeGreaterThan(0);
      expect(range.minMm).toBeLessThan(range.maxMm);
      expect(range.maxMm).toBeLessThan(size?.heightMm ?? 0);
    }
    if (document.head?.unit === 'share') {
      expect(document.head.min).toBeLessThan(document.head.max);
      expect(document.head.max).toBeLessThan(1);
    }
    expect(fileSize?.minKilobytes ?? 0).toBeLessThan(fileSize?.maxKilobytes ?? Infinity);
  });

  test('the photo is not wider than high', () => {
    const [min, max] = [pixels?.min, (pixels as { max?: PixelSize } | undefined)?.max];
    if (size) expect(size.widthMm).toBeLessThanOrEqual(size.heightMm);
    for (const px of [min, max]) if (px) expect(px.widthPx).toBeLessThanOrEqual(px.heightPx);
  });

  test('the head is 35 to 85 % of the photo’s height', () => {
    const shares =
      document.head?.unit === 'share'
        ? [document.head.min, document.head.max]
        : [head?.minMm, head?.maxMm].flatMap((mm) => (mm === undefined ? [] : [mm / (size?.heightMm ?? 0)]));
    for (const share of shares) {
      expect(share).toBeGreaterThanOrEqual(0.35);
      expect(share).toBeLessThanOrEqual(0.85);
    }
  });

  test('some head meets all ranges at once', () => {
    if (!size || !head) return;
    // A face has its eyes 45 to 55 % of the way from the crown to the chin.
    const meets = (headMm: number, topMm: number): boolean => {
      const chinMm = size.heightMm - topMm - headMm;
      const eyesMm = [0.45, 0.55].map((share) => size.heightMm - topMm - headMm * share);
      return (
        chinMm > 0 &&
        isWithin(topMm, topMargin) &&
        isWithin(chinMm, chinMargin) &&
        (eyes === undefined || eyesMm.some((mm) => isWithin(mm, eyes)))
      );
    };
    const heads = stepsOf(head.minMm, head.maxMm);
    const tops = stepsOf(0, size.heightMm - head.minMm);
    expect(heads.some((headMm) => tops.some((topMm) => meets(headMm, topMm)))).toBe(true);
  });

  test('the pixels have the shape of the print, at 200 to 1200 dpi', () => {
    if (!size || !pixels) return;
    const { min, max = min }: { min: PixelSize; max?: PixelSize } = pixels;
    for (const { widthPx, heightPx } of [min, max]) {
      const dotsPerInch = [(widthPx / size.widthMm) * 25.4, (heightPx / size.heightMm) * 25.4];
      for (const dpi of dotsPerInch) {
        expect(dpi).toBeGreaterThan(200);
        expect(dpi).toBeLessThan(1200);
      }
    }
    // Only exact sizes must have the shape: a minimum is met by the larger of the two sides.
    if (max !== min && max.widthPx === min.widthPx) {
      expect(min.widthPx / min.heightPx / (size.widthMm / size.heightMm)).toBeCloseTo(1, 2);
    }
  });

  test.runIf(document.country === 'CN' && size && pixels)('the pixels are the print at 300 dpi', () => {
    expect(Math.abs((pixels?.min.widthPx ?? 0) - ((size?.widthMm ?? 0) / 25.4) * 300)).toBeLessThan(1);
    expect(Math.abs((pixels?.min.heightPx ?? 0) - ((size?.heightMm ?? 0) / 25.4) * 300)).toBeLessThan(1);
  });

  test('backgrounds are not listed twice', () => {
    const choices = backgroundChoices(document);
    expect(choices).toHaveLength(new Set(choices).size);
  });
});

function isWithin(mm: number, range: MillimetreRange | undefined): boolean {
  return range === undefined || (mm >= range.minMm && mm <= range.maxMm);
}

function stepsOf(from: number, to: number): readonly number[] {
  return Array.from({ length: 41 }, (_, step) => from + ((to - from) * step) / 40);
}

test('documentStatus is checked only when every figure comes from an official text', () => {
  const checked = rows.filter(([, document]) => documentStatus(document) === 'checked');
  expect(checked.map(([id]) => id)).toEqual([
    'us-passport',
    'fr-identity',
    'de-identity',
    'jp-passport',
    'sg-passport',
    'hk-passport',
    'nz-passport',
  ]);
  for (const [, document] of checked) {
    for (const { kind, url } of sourcesOf(document)) expect([kind, url]).toEqual(['official', expect.any(String)]);
  }
  // India's embassy gives the size of the print. Only a newspaper says that edited photos are refused.
  expect(documentStatus(documents['in-passport'])).toBe('unverified');
  expect(figureStatus(documents['in-passport'], 'size')).toBe('checked');
  expect(figureStatus(documents['in-passport'], 'editing')).toBe('unverified');
  // Another official page gives an older head height.
  expect(figureStatus(documents['kr-passport'], 'head')).toBe('conflicting');
  expect(documentStatus(documents['kr-passport'])).toBe('unverified');
});

test('checkedOn is the day on which all sources of a checked document were read', () => {
  expect(checkedOn(documents['jp-passport'])).toEqual(new Date('2026-11-29T00:00:00Z'));
  expect(checkedOn(documents['uk-passport'])).toBeUndefined();
  const unknownDay: DocumentSpec = { country: '', size: { widthMm: 35, heightMm: 45 }, from: {} };
  expect(checkedOn(unknownDay)).toBeUndefined();
});

test('every official source is on the site of an authority, or its title says who keeps the copy', () => {
  const official: readonly Source[] = Object.values(sources).filter(({ kind }) => kind === 'official');
  const authority =
    /\.(gouv\.fr|gov\.sg|gov\.hk|govt\.nz|usembassy\.gov|state\.gov|diplo\.de|germany\.info|neuenhaus\.de|gov\.cn|gov\.in|lg\.jp|pref\.aichi\.jp|go\.kr)$/;
  for (const { title, url = '' } of official) {
    if (!authority.test(`.${new URL(url).hostname}`)) expect(title).toMatch(/\(.*(copy|Kopie)\b.*\)/);
  }
});

test('every source is used by a document', () => {
  const used = new Set(rows.flatMap(([, { from, against }]) => [from, against ?? {}].flatMap(Object.values).flat()));
  expect(Object.keys(sources).filter((id) => !used.has(id as keyof typeof sources))).toEqual([]);
});

test('isCropOnly is true for offices that refuse edited photos', () => {
  const cropOnly = rows.filter(([, document]) => isCropOnly(document)).map(([id]) => id);
  for (const id of [
    'us-passport',
    'us-visa',
    'uk-passport',
    'cn-passport',
    'kr-passport',
    'de-identity',
    'fr-identity',
  ])
    expect(cropOnly).toContain(id);
  expect(cropOnly).not.toContain('cn-one-inch');
});

test('head shares refer to the photo height, and file sizes meet both definitions of a kilobyte', () => {
  // 45 × 0.70 and 45 × 0.80.
  expect(headRangeMm(documents['eu-icao'])).toEqual({ minMm: expect.closeTo(31.5), maxMm: 36 });
  expect(headRangeMm(documents['uk-passport'])).toEqual({ minMm: 29, maxMm: 34 });
  expect(headRangeMm(documents['nl-passport'])).toBeUndefined();
  expect(fileSizeBytes(documents['cn-passport'].fileSize)).toEqual({ minBytes: 30_720, maxBytes: 80_000 });
  expect(fileSizeBytes({})).toEqual({});
});

test('the first document is the visitor’s country’s, else one that is common in the language', () => {
  expect(defaultDocumentId('en')).toBe('us-passport');
  expect(defaultDocumentId('en', 'GB')).toBe('uk-passport');
  expect(defaultDocumentId('en', 'CA')).toBe('ca-passport');
  expect(defaultDocumentId('en', 'IE')).toBe('us-passport');
  // China has many documents; the one that is common in the language stays.
  expect(defaultDocumentId('zh-CN', 'CN')).toBe('cn-one-inch');
});

test('acceptsBackground follows the office: refused edits, its colours, or any', () => {
  expect(acceptsBackground(documents['us-passport'], 'original')).toBe(true);
  expect(acceptsBackground(documents['us-passport'], '#ffffff')).toBe(false);
  expect(acceptsBackground(documents['cn-one-inch'], '#FFFFFF')).toBe(true);
  expect(acceptsBackground(documents['cn-one-inch'], '#00ff00')).toBe(false);
  expect(acceptsBackground(documents['cn-small-two-inch'], '#00ff00')).toBe(true);
  expect(acceptsBackground(documents['jp-passport'], '#ffffff')).toBe(false);
});

test('an office that asks for a plain light colour accepts any of them, and no dark one', () => {
  const light: DocumentSpec = { country: '', background: 'any-light', from: {} };
  expect(backgroundChoices(light)).toEqual(['white', 'off-white', 'cream', 'light-grey', 'light-blue', 'original']);
  expect(acceptsBackground(light, backgroundColours['light-grey'])).toBe(true);
  expect(acceptsBackground(light, backgroundColours.red)).toBe(false);
});

test('ownDocument fixes the pixels by the millimetres and the resolution', () => {
  const own = ownDocument({ widthMm: 25, heightMm: 35, dotsPerInch: 300, maxKilobytes: 60 });
  // One inch, as China’s documents have it.
  expect(own.pixels).toEqual(documents['cn-one-inch'].pixels);
  expect(own.fileSize).toEqual({ maxKilobytes: 60 });
  expect(ownDocument({ widthMm: 25, heightMm: 35, dotsPerInch: 300 }).fileSize).toBeUndefined();
});
