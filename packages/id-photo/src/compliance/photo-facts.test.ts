import { findHead, findLeftover, measureWall, photoGrid, placeHead } from '@isola/id-photo';
import { documents } from '@isola/photo-specs/documents';
import type { Stroke } from '@isola/imaging';
import { describe, expect, test } from 'vitest';

import { type RenderedHead, renderHead } from '../../test/render-head.ts';

/** A square photo, which shows much beside the head. */
const document = documents['us-passport'];

function placed(head: RenderedHead) {
  const guides = findHead(head.matte);
  if (!guides) throw new Error('no head');
  const placement = placeHead(guides, document, head.matte);
  return { guides, placement };
}

/** Adds an opaque rectangle to a matte. The lengths are in head heights, from the chin. */
function withBox(head: RenderedHead, across: number, down: number, width: number, height: number): RenderedHead {
  const { data, widthPx, heightPx } = head.matte;
  const copy = data.slice();
  const unit = head.headHeightPx;
  for (let y = head.chin.y + down * unit; y < head.chin.y + (down + height) * unit; y += 1) {
    for (let x = head.chin.x + across * unit; x < head.chin.x + (across + width) * unit; x += 1) {
      const [column, row] = [Math.round(x), Math.round(y)];
      if (column >= 0 && column < widthPx && row >= 0 && row < heightPx) copy[row * widthPx + column] = 255;
    }
  }
  return { ...head, matte: { ...head.matte, data: copy } };
}

function leftoverOf(head: RenderedHead, strokes: readonly Stroke[] = []) {
  const { guides, placement } = placed(head);
  return findLeftover(photoGrid(placement, head.matte, strokes), guides, placement);
}

describe('findLeftover', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('finds nothing beside the plain portrait %d', (seed) => {
    expect(leftoverOf(renderHead(seed, seed % 2 ? 'short' : 'full'))).toBeUndefined();
  });

  test('finds a part that is not joined to the person', () => {
    const head = renderHead(3, 'short');
    // A lamp to the right of the face, in front of nothing else.
    const found = leftoverOf(withBox(head, 0.55, -0.9, 0.15, 0.3));
    const { placement } = placed(head);
    const scale = 1 / placement.imagePxPerPx;
    expect(found?.widthPx).toBeGreaterThan(0.1 * head.headHeightPx * scale);
    expect(found?.heightPx).toBeGreaterThan(0.25 * head.headHeightPx * scale);
    expect(found?.x).toBeGreaterThan(placement.transform.widthPx / 2);
  });

  test('finds the back of a chair that rises from the shoulder, until the brush removes it', () => {
    const chair = withBox(renderHead(3, 'short'), 0.62, -0.7, 0.2, 1.6);
    expect(leftoverOf(chair)).toBeDefined();
    const { chin, headHeightPx: unit } = chair;
    const stroke: Stroke = {
      kind: 'stroke',
      action: 'erase',
      points: [chin.x + 0.72 * unit, chin.y - 0.75 * unit, 1, chin.x + 0.72 * unit, chin.y + 0.1 * unit, 1],
      sizePx: 0.3 * unit,
      hardness: 90,
      opacity: 100,
      followsEdges: false,
    };
    expect(leftoverOf(chair, [stroke])).toBeUndefined();
    expect(leftoverOf(chair, [stroke, { ...stroke, action: 'restore' }])).toBeDefined();
  });
});

describe('measureWall', () => {
  const head = renderHead(3, 'short');
  const { placement } = placed(head);
  const grid = photoGrid(placement, head.matte);

  /** Paints the wall with a colour for each column, and the person black. */
  function painted(colorAt: (x: number) => readonly [number, number, number]) {
    const pixels = new Uint8ClampedArray(grid.alpha.length * 4);
    for (let at = 0; at < grid.alpha.length; at += 1) {
      const isPerson = (grid.alpha[at] ?? 0) > 0;
      pixels.set([...(isPerson ? [0, 0, 0] : colorAt(at % grid.width)), 255], at * 4);
    }
    return pixels;
  }

  test('reports the mean colour of the wall without the person', () => {
    const wall = measureWall(
      grid,
      painted(() => [210, 180, 140]),
    );
    expect(wall).toEqual({ color: '#d2b48c', spread: expect.closeTo(0, 6) });
  });

  test('reports the spread of a wall of two greys', () => {
    const wall = measureWall(
      grid,
      painted((x) => (x % 2 ? [119, 119, 119] : [188, 188, 188])),
    );
    // The OKLab lightness of the greys 119 and 188 is 0.568 and 0.793, so the deviation is half of 0.225.
    expect(wall?.spread).toBeCloseTo(0.1125, 2);
  });

  test('is undefined when the person fills the photo', () => {
    const full = photoGrid(placement, { ...head.matte, data: new Uint8ClampedArray(head.matte.data.length).fill(255) });
    expect(
      measureWall(
        full,
        painted(() => [255, 255, 255]),
      ),
    ).toBeUndefined();
  });
});
