import { backgroundColours, documents } from '@isola/photo-specs/documents';
import { expect, test } from 'vitest';

import { faceOf } from '../../test/face-of.ts';
import { renderHead } from '../../test/render-head.ts';
import { backgroundOf, createPhotoWork, placedPhoto, rulesOf } from './photo-work.ts';

const head = renderHead(3, 'short');

function opened(id: Parameters<typeof createPhotoWork>[0] = 'jp-passport') {
  const work = createPhotoWork(id);
  work.open(head.matte, true);
  return work;
}

function headHeightMm(work: ReturnType<typeof createPhotoWork>): number | undefined {
  const photo = placedPhoto(work.getState());
  return photo && rulesOf(work.getState(), photo).find(({ id }) => id === 'head-height')?.measured;
}

test('while a guide moves the photo stays and the rule is measured; fit places the photo again', () => {
  const work = opened();
  // Japan allows 32 to 36 mm; 34 mm is the middle.
  expect(headHeightMm(work)).toBeCloseTo(34);
  const before = placedPhoto(work.getState());
  work.move('chin', 0, -head.headHeightPx / 10);
  expect(headHeightMm(work)).toBeLessThan(31.5);
  expect(placedPhoto(work.getState())?.placement).toEqual(before?.placement);
  work.fit();
  expect(headHeightMm(work)).toBeCloseTo(34);
  expect(placedPhoto(work.getState())?.placement).not.toEqual(before?.placement);
});

test('a move of many steps is undone and redone as one step', () => {
  const work = opened();
  const { guides: found } = work.getState().head ?? {};
  for (let step = 0; step < 5; step += 1) work.move('crown', 0, 3);
  work.fit();
  const moved = work.getState().head?.guides;
  expect(moved?.states.crown).toEqual({ kind: 'set' });
  work.undo();
  expect(work.getState().head?.guides).toEqual(found);
  work.undo();
  work.redo();
  expect(work.getState().head).toMatchObject({ guides: moved, fitted: moved });
});

test('another document keeps the guides and uses a background that it accepts', () => {
  const work = opened('cn-one-inch');
  work.chooseBackground(backgroundColours.red);
  work.move('axis', 4, 0);
  work.chooseDocument('us-passport');
  const { guides } = work.getState().head ?? {};
  expect(guides?.states.axis).toEqual({ kind: 'set' });
  // The United States refuse edited photos, Greece accepts only white, and China accepts red.
  expect(backgroundOf(work.getState(), documents['us-passport'])).toBe('original');
  expect(backgroundOf(work.getState(), documents['gr-passport'])).toBe('#ffffff');
  expect(backgroundOf(work.getState(), documents['cn-one-inch'])).toBe(backgroundColours.red);
  work.chooseDocument('gr-passport');
  expect(work.getState().head?.guides).toEqual(guides);
});

test('white for other uses marks the photo, and the next document begins with what its office accepts', () => {
  const work = opened('us-passport');
  expect(placedPhoto(work.getState())).toMatchObject({ background: 'original', isForOtherUses: false });
  work.chooseBackground('#ffffff');
  const photo = placedPhoto(work.getState());
  expect(photo).toMatchObject({ background: '#ffffff', isForOtherUses: true });
  expect(photo && rulesOf(work.getState(), photo).find(({ id }) => id === 'background')?.state).toBe('wrong');
  // A second size on the same sheet has the same background.
  expect(placedPhoto(work.getState(), 'ca-passport')).toMatchObject({ background: '#ffffff', isForOtherUses: true });
  work.chooseDocument('de-identity');
  expect(placedPhoto(work.getState())).toMatchObject({ background: 'original', isForOtherUses: false });
});

test('an own size has its pixels, accepts every colour, and takes a file range', () => {
  const work = opened('own');
  work.setOwnSize({ widthMm: 35, heightMm: 53, dotsPerInch: 300, minKilobytes: 20, maxKilobytes: 100 });
  work.chooseBackground('#123456');
  const photo = placedPhoto(work.getState());
  // 35 × 53 mm at 300 dpi, as a known form asks for.
  expect(photo?.placement.transform).toMatchObject({ widthPx: 413, heightPx: 626 });
  expect(photo).toMatchObject({ background: '#123456', isForOtherUses: false });
  const rules = photo && rulesOf(work.getState(), photo, { fileBytes: 110_000 });
  expect(rules?.find(({ id }) => id === 'file-size')).toMatchObject({ state: 'high', min: 20_480, max: 100_000 });
});

test('a stroke is one step of the history', () => {
  const work = opened('cn-one-inch');
  const stroke = {
    kind: 'stroke',
    action: 'erase',
    points: [10, 10, 1],
    sizePx: 5,
    hardness: 90,
    opacity: 100,
    followsEdges: false,
  } as const;
  work.move('chin', 0, 3);
  work.paint(stroke);
  expect(placedPhoto(work.getState())?.strokes).toEqual([stroke]);
  work.undo();
  expect(work.getState().head?.strokes).toEqual([]);
  expect(work.getState().head?.guides.states.chin).toEqual({ kind: 'set' });
  work.redo();
  expect(work.getState().head?.strokes).toEqual([stroke]);
});

test('without a head the guides are proposed and unsure; without a subject the photo can only be cropped', () => {
  const work = createPhotoWork('gr-passport');
  const empty = { ...head.matte, data: new Uint8ClampedArray(head.matte.data.length) };
  work.open(empty, true);
  expect(work.getState().head).toMatchObject({
    found: 'no-head',
    guides: { states: { chin: { kind: 'unsure', doubt: 'not-found' } } },
  });
  work.open(empty, false);
  expect(work.getState().head?.found).toBe('no-subject');
  expect(backgroundOf(work.getState(), documents['gr-passport'])).toBe('original');
});

test('lean turns the photo around the eyes by the same angle', () => {
  const work = opened();
  work.lean(10);
  const { a, b } = placedPhoto(work.getState())?.placement.transform.toPhoto ?? { a: 0, b: 0 };
  expect((Math.atan2(b, a) * 180) / Math.PI).toBeCloseTo(10);
  expect(headHeightMm(work)).toBeCloseTo(34);
});

test('choosing the current document again does not notify subscribers', () => {
  const work = opened();
  let notified = 0;
  work.subscribe(() => (notified += 1));
  work.chooseDocument('jp-passport');
  expect(notified).toBe(0);
  work.chooseDocument('us-passport');
  expect(notified).toBe(1);
});

test('a face gives the guides and its rules, without a step of the history', () => {
  const work = opened();
  const face = faceOf(head, { chin: { x: head.chin.x, y: head.chin.y + 6 } });
  work.seeFaces([face]);
  const { guides, faces } = work.getState().head ?? {};
  expect(guides?.chin.y).toBeCloseTo(head.chin.y + 6, 0);
  expect(faces).toEqual([face]);
  expect(work.getState().past).toEqual([]);
  const photo = placedPhoto(work.getState());
  const rules = photo ? rulesOf(work.getState(), photo) : [];
  expect(rules.find(({ id }) => id === 'face-turn')).toMatchObject({ state: 'ok' });
});

test('a face that arrives later keeps strokes, and is part of the state before them', () => {
  const work = opened();
  const stroke = { mode: 'erase', radiusPx: 4, points: [] } as unknown as Parameters<typeof work.paint>[0];
  work.paint(stroke);
  work.seeFaces([faceOf(head)]);
  const { guides } = work.getState().head ?? {};
  expect(work.getState().head?.strokes).toEqual([stroke]);
  work.undo();
  expect(work.getState().head).toMatchObject({ guides, strokes: [] });
});

test('a guide that the user has set stays when the face arrives', () => {
  const work = opened();
  work.move('chin', 0, 20);
  work.fit();
  const { guides } = work.getState().head ?? {};
  work.seeFaces([faceOf(head)]);
  expect(work.getState().head?.guides).toEqual(guides);
  expect(work.getState().head?.faces).toHaveLength(1);
  work.undo();
  work.seeFaces([faceOf(head)]);
  expect(work.getState().future[0]?.guides).toEqual(guides);
});

test('an image without a face keeps the guides of its outline, and has a rule that says so', () => {
  const work = opened();
  const { guides } = work.getState().head ?? {};
  work.seeFaces([]);
  expect(work.getState().head?.guides).toEqual(guides);
  const photo = placedPhoto(work.getState());
  expect(photo && rulesOf(work.getState(), photo).find(({ id }) => id === 'face-count')?.state).toBe('unknown');
});

test('a face in an image in which no head was found places the guides', () => {
  const work = createPhotoWork('jp-passport');
  const blank = { ...head.matte, data: new Uint8ClampedArray(head.matte.data.length) };
  work.open(blank, true);
  expect(work.getState().head?.found).toBe('no-head');
  work.seeFaces([faceOf(head)]);
  expect(work.getState().head?.found).toBe('head');
  expect(work.getState().head?.guides.chin.y).toBeCloseTo(head.chin.y, 0);
});
