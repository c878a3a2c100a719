import { inverse, mapped } from '@isola/imaging';
import { describe, expect, test } from 'vitest';

import {
  checkPhoto,
  type HeadGuides,
  moveGuide,
  outputSize,
  placeHead,
  placeHeadInside,
  type PhotoToCheck,
  type RuleId,
} from '@isola/id-photo';
import { documentIds, documents, type DocumentSpec, headRangeMm } from '@isola/photo-specs/documents';

const sure = { kind: 'sure' } as const;
/** Guides of a head 1000 px high in an image of 3000 × 4000 px. */
const guides: HeadGuides = {
  crown: { x: 1500, y: 1000 },
  chin: { x: 1500, y: 2000 },
  eyes: 0.5,
  shoulders: undefined,
  states: { crown: sure, chin: sure, axis: sure, eyes: { kind: 'set' }, shoulders: sure },
};
const image = { widthPx: 3000, heightPx: 4000 };
const rows = documentIds.map((id): readonly [string, DocumentSpec] => [id, documents[id]]);

function ruleOf(id: RuleId, photo: Partial<PhotoToCheck> & Pick<PhotoToCheck, 'document'>) {
  const placement = photo.placement ?? placeHead(photo.guides ?? guides, photo.document, image);
  return checkPhoto({ guides, background: 'original', ...photo, placement }).find((rule) => rule.id === id);
}

describe('placeHead', () => {
  test.each(rows)('%s: the placed photo keeps every head rule and has the exact pixels', (_, document) => {
    const placement = placeHead(guides, document, image);
    const rules = checkPhoto({ document, guides, placement, background: 'original' });
    for (const { id, state } of rules) {
      if (['head-height', 'eye-line', 'top-margin', 'chin-margin', 'pixels'].includes(id))
        expect([id, state]).toEqual([id, headRangeMm(document) || id !== 'head-height' ? 'ok' : 'unknown']);
    }
    const { size, pixels } = document;
    const { transform } = placement;
    if (pixels?.max && pixels.max.widthPx === pixels.min.widthPx) expect(transform).toMatchObject(pixels.min);
    if (size) expect(transform.widthPx / transform.heightPx).toBeCloseTo(size.widthMm / size.heightMm, 2);
  });

  test('UK passport: the head is 31.5 mm of 45 mm high at 300 dpi', () => {
    const { transform, dotsPerInch, imagePxPerPx } = placeHead(
      guides,
      { ...documents['uk-passport'], pixels: undefined } as never,
      image,
    );
    expect([transform.widthPx, transform.heightPx, dotsPerInch]).toEqual([413, 531, 300]);
    // The head's 1000 px become 31.5 mm, which are 31.5 / 45 × 531 px of the photo.
    expect(imagePxPerPx).toBeCloseTo(1000 / ((31.5 / 45) * 531), 6);
    expect(mapped(inverse(transform.toPhoto), 1500, 1000)[0]).toBeCloseTo(206.5, 6);
  });

  test('turns a leaning head upright', () => {
    const leaning = moveGuide(guides, 'crown', 200, 0);
    const { transform } = placeHead(leaning, documents['cn-one-inch'], image);
    const [crownX] = mapped(inverse(transform.toPhoto), leaning.crown.x, leaning.crown.y);
    const [chinX] = mapped(inverse(transform.toPhoto), leaning.chin.x, leaning.chin.y);
    expect([crownX, chinX]).toEqual([expect.closeTo(147.5, 6), expect.closeTo(147.5, 6)]);
  });

  test('returns the same area as an editor crop', () => {
    // UK passport: 1000 px are 31.5 mm of 45 mm, and 40 % of the remaining 13.5 mm lie above the crown.
    const heightPx = (1000 / 31.5) * 45;
    const { crop } = placeHead(guides, documents['eu-icao'], image);
    const ofIcao = (1000 / 33.75) * 45;
    expect(crop.heightPx).toBeCloseTo(ofIcao, 6);
    expect(crop.centerY).toBeCloseTo(1000 - (ofIcao - 1000) * 0.4 + ofIcao / 2, 6);
    const uk = placeHead(guides, documents['uk-passport'], image).crop;
    expect(uk).toMatchObject({
      centerX: 1500,
      heightPx: expect.closeTo(heightPx, 6),
      angleDeg: expect.closeTo(0),
      mirrored: false,
    });
    // The crown leans to the right, so the image is turned to the left.
    const leaning = moveGuide(guides, 'crown', 1000, 0);
    expect(placeHead(leaning, documents['uk-passport'], image).crop.angleDeg).toBeCloseTo(-45, 6);
  });

  test('takes as many pixels as the image has when the document allows a range', () => {
    const visa = documents['us-visa'];
    expect(outputSize(visa, 300, 300)).toEqual({ widthPx: 600, heightPx: 600 });
    expect(outputSize(visa, 900, 300)).toEqual({ widthPx: 900, heightPx: 900 });
    expect(outputSize(visa, 5000, 300)).toEqual({ widthPx: 1200, heightPx: 1200 });
    // 40 × 50 mm with at least 1200 × 1600 px: the height is the stricter limit.
    expect(outputSize(documents['hk-passport'], 9000, 300)).toEqual({ widthPx: 1280, heightPx: 1600 });
    expect(outputSize(documents['fr-identity'], 9000, 600)).toEqual({ widthPx: 827, heightPx: 1063 });
  });
});

describe('placeHeadInside', () => {
  const us = documents['us-passport'];
  const centred = { ...guides, crown: { x: 800, y: 1000 }, chin: { x: 800, y: 2000 } };

  test('enlarges the head within its range when that keeps the photo inside the image', () => {
    // With the middle of 25.4 to 34.925 mm, 1000 px are 30.16 mm, so 50.8 mm are 1684 px. The image has 1600 px.
    const image = { widthPx: 1600, heightPx: 4000 };
    expect(placeHead(centred, us, image).beyondPx.left).toBeGreaterThan(1);
    const { beyondPx, imagePxPerPx, transform } = placeHeadInside(centred, us, image);
    expect(beyondPx).toEqual({ top: 0, right: 0, bottom: 0, left: 0 });
    // 1600 px for 50.8 mm make a head of at least 31.75 mm.
    const headMm = (1000 / imagePxPerPx / transform.heightPx) * 50.8;
    expect(headMm).toBeGreaterThan(31.75);
    expect(headMm).toBeLessThan(34.925);
  });

  test('keeps the middle of the range when the image has room, and when no height fits', () => {
    for (const widthPx of [3000, 1100]) {
      const image = { widthPx, heightPx: 4000 };
      const middle = { ...guides, crown: { x: widthPx / 2, y: 1000 }, chin: { x: widthPx / 2, y: 2000 } };
      expect(placeHeadInside(middle, us, image)).toEqual(placeHead(middle, us, image));
    }
  });
});

describe('a broken rule advises what to do', () => {
  const document = documents['jp-passport'];
  const placement = placeHead(guides, document, image);

  test.each([
    ['head-height', 'chin', 60, 'high', 'reduce'],
    ['head-height', 'chin', -70, 'low', 'enlarge'],
    ['top-margin', 'crown', -70, 'low', 'move-down'],
    ['top-margin', 'crown', 70, 'high', 'move-up'],
    ['chin-margin', 'chin', 70, 'low', 'move-up'],
    ['chin-margin', 'chin', -70, 'high', 'move-down'],
  ] as const)(
    '%s after the %s moved by %d px: the value is too %s and the advice is %s',
    (id, name, dy, state, advice) => {
      const moved = moveGuide(guides, name, 0, dy);
      const expected = ruleOf(id, { document, guides: moved, placement });
      expect(expected).toMatchObject({ unit: 'mm', state, advice });
      // 1000 px are 34 mm.
      const before = ruleOf(id, { document, placement });
      const sign = (id === 'head-height' && name === 'chin') || id === 'top-margin' ? 1 : -1;
      expect((expected?.measured ?? 0) - (before?.measured ?? 0)).toBeCloseTo(sign * dy * 0.034, 6);
    },
  );

  test.each([
    [-200, 'high', 'move-down'],
    [200, 'low', 'move-up'],
  ] as const)(
    'eye-line after the eyes moved by %d px: the value is too %s and the advice is %s',
    (dy, state, advice) => {
      const us = documents['us-passport'];
      const moved = moveGuide(guides, 'eyes', 0, dy);
      expect(
        ruleOf('eye-line', { document: us, guides: moved, placement: placeHead(guides, us, image) }),
      ).toMatchObject({
        state,
        advice,
      });
    },
  );

  test('a measure that depends on an unsure guide is estimated, not ok', () => {
    const unsure: HeadGuides = {
      ...guides,
      states: { ...guides.states, chin: { kind: 'unsure', doubt: 'hidden-neck' } },
    };
    expect(ruleOf('head-height', { document, guides: unsure })).toMatchObject({
      state: 'estimated',
      isSure: false,
      advice: 'check-guides',
    });
    expect(ruleOf('head-height', { document, guides: moveGuide(unsure, 'chin', 0, 0) })).toMatchObject({
      state: 'ok',
      isSure: true,
    });
  });

  test('advises a larger image for a small head and a wider image when the image ends below the chin', () => {
    const small: HeadGuides = { ...guides, crown: { x: 75, y: 50 }, chin: { x: 75, y: 100 } };
    const placed = placeHead(small, document, { widthPx: 150, heightPx: 200 });
    expect(ruleOf('resolution', { document, guides: small, placement: placed })).toMatchObject({
      state: 'low',
      advice: 'larger-image',
    });
    const close = placeHead(guides, document, { widthPx: 3000, heightPx: 2050 });
    expect(ruleOf('inside', { document, placement: close, background: '#ffffff' })).toMatchObject({
      state: 'high',
      advice: 'wider-image',
    });
    // The photo has 7 mm below the chin; the image has only 50 px there.
    expect(ruleOf('inside', { document, placement: close })?.measured).toBeCloseTo(7 - 50 * 0.034, 1);
  });

  test('forbids a new background where edited photos are refused', () => {
    expect(ruleOf('background', { document: documents['us-passport'], background: '#ffffff' })).toMatchObject({
      state: 'wrong',
      advice: 'keep-background',
    });
    const china = documents['cn-one-inch'];
    expect(ruleOf('background', { document: china, background: '#FFFFFF' })).toMatchObject({ state: 'ok' });
    expect(ruleOf('background', { document: china, background: '#00ff00' })).toMatchObject({
      state: 'wrong',
      advice: 'choose-background',
    });
    expect(ruleOf('background', { document: documents['cn-small-two-inch'], background: '#00ff00' })).toMatchObject({
      state: 'ok',
    });
    expect(ruleOf('background', { document: documents['nl-passport'], background: '#ffffff' })).toMatchObject({
      state: 'unknown',
      advice: 'ask-office',
    });
  });

  test('the image’s own wall is compared with what the office asks', () => {
    const us = documents['us-passport'];
    const of = (wall: PhotoToCheck['wall'], spec: DocumentSpec = us) => {
      const rule = ruleOf('background', { document: spec, wall });
      return [rule?.state, rule?.advice, rule?.measuredColor];
    };
    expect(of({ color: '#f4f3f1', spread: 0.01 })).toEqual(['ok', undefined, '#f4f3f1']);
    expect(of({ color: '#cfcdc9', spread: 0.02 })).toEqual(['estimated', 'check-wall', '#cfcdc9']);
    // A light that falls from one side shades a white wall.
    expect(of({ color: '#f4f3f1', spread: 0.06 })).toEqual(['estimated', 'check-wall', '#f4f3f1']);
    expect(of({ color: '#9a7b5f', spread: 0.02 })).toEqual(['wrong', 'other-wall', '#9a7b5f']);
    expect(of({ color: '#f4f3f1', spread: 0.2 })).toEqual(['wrong', 'even-wall', '#f4f3f1']);
    expect(of({ color: '#9a7b5f', spread: 0.02 }, documents['nl-passport'])[0]).toBe('unknown');
    expect(of(undefined)[0]).toBe('unknown');
    // Japan asks for a plain light colour and names none.
    expect(of({ color: '#d9e4ee', spread: 0.01 }, documents['jp-passport'])[0]).toBe('ok');
    expect(of({ color: '#22406e', spread: 0.01 }, documents['jp-passport'])).toEqual([
      'wrong',
      'other-wall',
      '#22406e',
    ]);
  });

  test('a replaced background is not sure while something is left beside the person', () => {
    const china = documents['cn-one-inch'];
    const leftover = { x: 10, y: 20, widthPx: 30, heightPx: 40 };
    expect(ruleOf('background', { document: china, background: '#ffffff', leftover })).toMatchObject({
      state: 'unknown',
      isSure: false,
      advice: 'look-beside',
    });
  });

  test('an image that is too narrow for its own background asks to step back', () => {
    const narrow = { widthPx: 1200, heightPx: 4000 };
    const centred = { ...guides, crown: { x: 600, y: 1000 }, chin: { x: 600, y: 2000 } };
    const us = documents['us-passport'];
    const placed = placeHeadInside(centred, us, narrow);
    expect(ruleOf('inside', { document: us, guides: centred, placement: placed })).toMatchObject({
      state: 'high',
      advice: 'step-back',
    });
  });

  test.each([
    [30_719, 'low', 'larger-file'],
    [30_720, 'ok', undefined],
    [80_000, 'ok', undefined],
    [80_001, 'high', 'smaller-file'],
    [undefined, 'unknown', undefined],
  ] as const)('a file of %s bytes has the state %s and the advice %s', (fileBytes, state, advice) => {
    const rule = ruleOf('file-size', {
      document: documents['cn-passport'],
      ...(fileBytes !== undefined && { fileBytes }),
    });
    expect([rule?.state, rule?.advice]).toEqual([state, advice]);
  });
});
