import { expect, test } from 'vitest';

import { fileSizeBytes } from '../sourced-figures.ts';
import { acceptsBackground } from './background-colours.ts';
import { defaultDocumentId } from './default-document.ts';
import {
  type DocumentSpec,
  documentStatus,
  figuresOf,
  figureStatus,
  headRangeMm,
  isCropOnly,
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

test.each(rows.filter(([, { country, size, pixels }]) => country === 'CN' && size && pixels))(
  '%s: the pixel size equals the size in millimetres at 300 dpi',
  (_, { size, pixels }) => {
    expect(Math.abs((pixels?.min.widthPx ?? 0) - ((size?.widthMm ?? 0) / 25.4) * 300)).toBeLessThan(1);
    expect(Math.abs((pixels?.min.heightPx ?? 0) - ((size?.heightMm ?? 0) / 25.4) * 300)).toBeLessThan(1);
  },
);

test.each(rows)('%s: ranges ascend and fit on the photo', (_, document) => {
  const { size, eyes, topMargin, chinMargin, fileSize } = document;
  const head = headRangeMm(document);
  for (const range of [head, eyes, topMargin, chinMargin]) {
    if (!range) continue;
    expect(range.minMm).toBeLessThan(range.maxMm);
    expect(range.maxMm).toBeLessThan(size?.heightMm ?? 0);
  }
  expect(fileSize?.minKilobytes ?? 0).toBeLessThan(fileSize?.maxKilobytes ?? Infinity);
});

test('documentStatus is checked only when every figure comes from an official text', () => {
  const checked = rows.filter(([, document]) => documentStatus(document) === 'checked');
  expect(checked.map(([id]) => id)).toEqual(['fr-identity', 'sg-passport', 'hk-passport', 'nz-passport']);
  for (const [, document] of checked) {
    for (const { kind, url } of sourcesOf(document)) expect([kind, url]).toEqual(['official', expect.any(String)]);
  }
  // The embassy's page gives the head height. Only secondary sources say that edited photos are refused.
  expect(documentStatus(documents['us-passport'])).toBe('unverified');
  expect(figureStatus(documents['us-passport'], 'head')).toBe('checked');
  expect(figureStatus(documents['us-passport'], 'editing')).toBe('unverified');
});

test('every official source is on the site of an authority', () => {
  const hosts = Object.values(sources)
    .filter(({ kind }) => kind === 'official')
    .map((source) => new URL('url' in source ? source.url : '').hostname);
  const government = /\.(gouv\.fr|gov\.sg|gov\.hk|govt\.nz|usembassy\.gov|state\.gov|diplo\.de)$/;
  for (const host of hosts) expect(`.${host}`).toMatch(government);
});

test('every source is used by a document', () => {
  const used = new Set(rows.flatMap(([, { from }]) => Object.values(from)));
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
  expect(acceptsBackground(documents['jp-passport'], '#00ff00')).toBe(true);
});

test('ownDocument fixes the pixels by the millimetres and the resolution', () => {
  const own = ownDocument({ widthMm: 25, heightMm: 35, dotsPerInch: 300, maxKilobytes: 60 });
  // One inch, as China’s documents have it.
  expect(own.pixels).toEqual(documents['cn-one-inch'].pixels);
  expect(own.fileSize).toEqual({ maxKilobytes: 60 });
  expect(ownDocument({ widthMm: 25, heightMm: 35, dotsPerInch: 300 }).fileSize).toBeUndefined();
});
