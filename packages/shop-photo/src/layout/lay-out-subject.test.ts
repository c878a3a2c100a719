import { marketplaces, type MarketplaceSpec } from '@isola/photo-specs/marketplaces';
import { enlargementOf, findSubject, layOutSubject } from '@isola/shop-photo';
import { describe, expect, test } from 'vitest';

function matteWith(x: number, y: number, widthPx: number, heightPx: number, size = { widthPx: 100, heightPx: 80 }) {
  const data = new Uint8ClampedArray(size.widthPx * size.heightPx);
  for (let row = y; row < y + heightPx; row += 1)
    data.fill(255, row * size.widthPx + x, row * size.widthPx + x + widthPx);
  return { ...size, data };
}

describe('findSubject', () => {
  test('returns the bounding box, and no cut sides for a product inside the image', () => {
    expect(findSubject(matteWith(20, 10, 30, 40))).toEqual({
      box: { x: 20, y: 10, widthPx: 30, heightPx: 40 },
      cutAt: [],
    });
  });

  test('reports the sides at which a product is cut off', () => {
    expect(findSubject(matteWith(0, 10, 30, 70))?.cutAt).toEqual(['left', 'bottom']);
    expect(findSubject(matteWith(70, 0, 30, 40))?.cutAt).toEqual(['top', 'right']);
  });

  test('ignores a faint haze', () => {
    const matte = matteWith(20, 10, 30, 40);
    expect(findSubject({ ...matte, data: matte.data.map((alpha) => (alpha === 0 ? 40 : alpha)) })?.box.x).toBe(20);
    expect(findSubject({ ...matte, data: matte.data.fill(40) })).toBeUndefined();
  });
});

/** Returns the position on the canvas of a px of the image, by the inverse of the transform. */
function landed(layout: ReturnType<typeof layOutSubject>, x: number, y: number) {
  const { a, d, e, f } = layout.transform.toPhoto;
  return [(x - e) / a, (y - f) / d];
}

describe('layOutSubject', () => {
  /** A marketplace that takes no smaller images. */
  const demanding: MarketplaceSpec = { ...marketplaces.walmart, pixels: { side: 'both', minPx: 1500 } };
  const bottle = { x: 1200, y: 300, widthPx: 1000, heightPx: 3400 };

  test('Walmart: centres the product on 2200 px square at 85 % of the height', () => {
    const layout = layOutSubject(bottle, marketplaces.walmart);
    expect(layout.transform).toMatchObject({ widthPx: 2200, heightPx: 2200 });
    // The product is 0.85 × 2200 = 1870 px high and 550 px wide, with (2200 − 1870) / 2 = 165 px above it.
    const [left, top] = landed(layout, 1200, 300);
    expect(left).toBeCloseTo(825, 6);
    expect(top).toBeCloseTo(165, 6);
    const [right, bottom] = landed(layout, 2200, 3700);
    expect(right).toBeCloseTo(1375, 6);
    expect(bottom).toBeCloseTo(2035, 6);
    expect(layout).toMatchObject({ fillShare: 0.85, isBelowTarget: false });
    expect(layout.scale).toBeCloseTo(0.55, 6);
  });

  test('measures a wide product by its width, even on a tall canvas', () => {
    const layout = layOutSubject({ x: 0, y: 0, widthPx: 4000, heightPx: 1000 }, marketplaces.ozon);
    expect(layout.box.widthPx).toBeCloseTo(0.85 * 2000, 6);
    expect(layout.box.heightPx).toBeCloseTo(425, 6);
  });

  test('eBay allows 80 to 90 %, so the product fills 85 %', () => {
    expect(layOutSubject(bottle, marketplaces.ebay).fillShare).toBeCloseTo(0.85, 9);
    expect(layOutSubject(bottle, marketplaces.mercado).fillShare).toBe(0.95);
  });

  test('makes the canvas smaller for a small image instead of enlarging the product, also below the size for zooming', () => {
    const layout = layOutSubject({ x: 10, y: 10, widthPx: 500, heightPx: 1360 }, marketplaces.walmart);
    // 1360 px fill 85 % of 1600 px.
    expect(layout.transform).toMatchObject({ widthPx: 1600, heightPx: 1600 });
    expect(layout.scale).toBeCloseTo(1, 3);
    expect(layout.isBelowTarget).toBe(true);
    // 900 px fill 85 % of 1059 px. Walmart asks for 1500 px only for zooming.
    const small = layOutSubject({ x: 10, y: 10, widthPx: 500, heightPx: 900 }, marketplaces.walmart);
    expect(small.transform.widthPx).toBe(1059);
    expect(small.scale).toBeCloseTo(1, 3);
  });

  test('enlarges the product below the minimum size and reports the scale', () => {
    const layout = layOutSubject({ x: 10, y: 10, widthPx: 200, heightPx: 600 }, demanding);
    expect(layout.transform).toMatchObject({ widthPx: 1500, heightPx: 1500 });
    expect(layout.scale).toBeCloseTo((0.85 * 1500) / 600, 6);
  });

  test('makes the canvas of the intended size when a network may enlarge the product', () => {
    const small = { x: 10, y: 10, widthPx: 200, heightPx: 600 };
    const layout = layOutSubject(small, marketplaces.walmart, { mostEnlarged: 4 });
    // 600 px become 85 % of 2200 px.
    expect(layout.transform).toMatchObject({ widthPx: 2200, heightPx: 2200 });
    expect(layout.scale).toBeCloseTo(1870 / 600, 9);
    expect(layout).toMatchObject({ isComputed: true, isBelowTarget: false });
    // The canvas shows 2200 / (1870 / 600) = 705.9 px of the image around (110, 310), 463 × 663 px of which exist.
    expect(enlargementOf(layout, { widthPx: 800, heightPx: 700 })).toEqual({
      method: 'network',
      scale: layout.scale,
      from: { widthPx: 463, heightPx: 663 },
    });
  });

  test('makes the canvas smaller where more than the network’s factor is needed, down to the minimum', () => {
    const plain = { x: 0, y: 0, widthPx: 100, heightPx: 300 };
    // Without rules, 300 px fill 85 % of 2000 px when they are enlarged 5.7 times. Enlarged 4 times they fill 1412 px.
    const layout = layOutSubject(plain, { from: {} }, { mostEnlarged: 4 });
    expect(layout.transform).toMatchObject({ widthPx: 1412, heightPx: 1412 });
    expect(layout.scale).toBeCloseTo(4, 2);
    expect(layout).toMatchObject({ isComputed: true, isBelowTarget: true });
    expect(layOutSubject(plain, demanding, { mostEnlarged: 4 }).transform.widthPx).toBe(1500);
  });

  test('computes nothing for an image with enough pixels', () => {
    const layout = layOutSubject(bottle, marketplaces.walmart, { mostEnlarged: 4 });
    expect(layout).toEqual(layOutSubject(bottle, marketplaces.walmart));
    expect(enlargementOf(layout, { widthPx: 4000, heightPx: 4000 })).toBeUndefined();
  });

  test('keeps a fixed size, however small the image is', () => {
    const layout = layOutSubject({ x: 0, y: 0, widthPx: 40, heightPx: 100 }, marketplaces.taobao);
    expect(layout.transform).toMatchObject({ widthPx: 800, heightPx: 800 });
    expect(layout.scale).toBeCloseTo(6.8, 6);
  });

  test('applies an adjustment of size and position', () => {
    const layout = layOutSubject(bottle, marketplaces.walmart, { fillShare: 0.5, offset: { x: 0.1, y: -0.05 } });
    const [left, top] = landed(layout, 1200, 300);
    expect(top).toBeCloseTo(550 - 110, 6);
    expect(left).toBeCloseTo((2200 - (1000 * 1100) / 3400) / 2 + 220, 6);
  });

  test('uses 2000 px square for a marketplace without rules', () => {
    const silent: MarketplaceSpec = { from: {} };
    expect(layOutSubject(bottle, silent).transform).toMatchObject({ widthPx: 2000, heightPx: 2000 });
  });
});
