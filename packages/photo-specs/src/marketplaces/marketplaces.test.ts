import { describe, expect, test } from 'vitest';

import { figuresOf, figureStatus, type MarketplaceSpec, marketplaceStatus, sourcesOf } from './marketplace.ts';
import { marketplaceIds, marketplaces } from './marketplaces.ts';
import { sources } from './sources.ts';
import { targetFillShare, targetSize } from './target.ts';

const rows: readonly (readonly [string, MarketplaceSpec])[] = Object.entries(marketplaces);

describe.each(rows)('marketplace %s', (_, row) => {
  test('each figure has a source, and each source belongs to a figure', () => {
    expect(Object.keys(row.from).toSorted()).toEqual(figuresOf(row).toSorted());
    for (const figure of Object.keys(row.against ?? {})) expect(Object.keys(row.from)).toContain(figure);
  });

  test('bounds are in ascending order', () => {
    const { exactPx, minPx, zoomPx, bestPx, maxPx } = row.pixels ?? {};
    if (exactPx !== undefined) expect([minPx, bestPx, maxPx]).toEqual([undefined, undefined, undefined]);
    const { minShare, bestShare, maxShare } = row.fill ?? {};
    const { minBytes, maxBytes } = row.fileSize ?? {};
    for (const range of [
      [minPx, zoomPx, bestPx, maxPx],
      [minShare, bestShare, maxShare],
      [minBytes, maxBytes],
    ]) {
      const given = range.filter((value) => value !== undefined);
      expect(given).toEqual(given.toSorted((one, other) => one - other));
    }
  });

  test('target size and fill share meet the requirements', () => {
    const { widthPx, heightPx } = targetSize(row);
    const { side, exactPx, minPx = exactPx ?? 0, maxPx = exactPx ?? Infinity } = row.pixels ?? { side: 'both' };
    const sides = {
      longer: [Math.max(widthPx, heightPx)],
      shorter: [Math.min(widthPx, heightPx)],
      both: [widthPx, heightPx],
    }[side];
    for (const px of sides) {
      expect(px).toBeGreaterThanOrEqual(minPx);
      expect(px).toBeLessThanOrEqual(maxPx);
    }
    const fill = targetFillShare(row);
    expect(fill).toBeGreaterThanOrEqual(row.fill?.minShare ?? 0);
    expect(fill).toBeLessThanOrEqual(row.fill?.maxShare ?? 1);
  });
});

test('a row is checked only when the marketplace’s own text gives every figure', () => {
  const status = Object.fromEntries(rows.map(([id, row]) => [id, marketplaceStatus(row)]));
  expect(Object.keys(status).filter((id) => status[id] === 'checked')).toEqual(['walmart', 'mercado']);
  expect(status['amazon']).toBe('unverified');
  expect(status['ozon']).toBe('conflicting');
  expect(figureStatus(marketplaces.ebay, 'formats')).toBe('checked');
  expect(figureStatus(marketplaces.ebay, 'pixels')).toBe('unverified');
  expect(figureStatus(marketplaces.ebay, 'fileSize')).toBe('conflicting');
});

test('official sources are on the marketplaces’ own domains', () => {
  const hosts = /\/\/[^/]*\b(walmart\.com|ebay\.com|mercadolibre\.com(\.ar)?|google\.com|ozon\.com)\//;
  for (const source of Object.values(sources)) {
    if (source.kind === 'official') expect(source.url).toMatch(hosts);
  }
});

test('every source is used', () => {
  const used = new Set(rows.flatMap(([, row]) => sourcesOf(row).map(({ title }) => title)));
  expect(Object.values(sources).filter(({ title }) => !used.has(title))).toEqual([]);
});

test('target sizes have the expected values', () => {
  const sizes = Object.fromEntries(marketplaceIds.map((id) => [id, targetSize(marketplaces[id])]));
  expect(sizes.taobao).toEqual({ widthPx: 800, heightPx: 800 });
  expect(sizes.ozon).toEqual({ widthPx: 2000, heightPx: 2667 });
  expect(sizes.walmart).toEqual({ widthPx: 2200, heightPx: 2200 });
});
