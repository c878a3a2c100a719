import { expect, test } from 'vitest';

import { faceOf } from '../../test/face-of.ts';
import { renderHead } from '../../test/render-head.ts';
import { faceRules } from './face-rules.ts';
import type { RuleId } from './rule-result.ts';

const face = faceOf(renderHead(1));
const stateOf = (changes: Parameters<typeof faceOf>[1], id: RuleId) =>
  faceRules([faceOf(renderHead(1), changes)]).find((rule) => rule.id === id);

test('a face that looks straight ahead in even light meets all rules', () => {
  const rules = faceRules([face]);
  expect(rules.map(({ id }) => id)).toEqual([
    'face-count',
    'face-turn',
    'eyes-open',
    'mouth-closed',
    'face-light',
    'glare',
  ]);
  expect(rules.every(({ state, advice }) => state === 'ok' && advice === undefined)).toBe(true);
});

test('two people break the rule of one, and no face is only unknown', () => {
  expect(faceRules([face, face])[0]).toMatchObject({
    id: 'face-count',
    measured: 2,
    state: 'high',
    advice: 'one-person',
  });
  expect(faceRules([])).toEqual([expect.objectContaining({ state: 'unknown', advice: 'check-face' })]);
});

test.each([
  ['face-turn', { turnDeg: -11 }, { turnDeg: 24 }, 'high', 'look-straight'],
  ['eyes-open', { eyesOpen: { left: 0.3, right: 0.18 } }, { eyesOpen: { left: 0.08, right: 0.3 } }, 'low', 'open-eyes'],
  ['mouth-closed', { mouthOpen: 0.1 }, { mouthOpen: 0.3 }, 'high', 'close-mouth'],
  ['face-light', { evenLight: 0.45 }, { evenLight: 0.2 }, 'low', 'light-front'],
  ['glare', { glare: 0.02 }, { glare: 0.08 }, 'high', 'avoid-glare'],
] as const)('%s is first a matter of looking, then broken, with advice both times', (id, near, far, state, advice) => {
  expect(stateOf(near, id)).toMatchObject({ state: 'estimated', isSure: false, advice });
  expect(stateOf(far, id)).toMatchObject({ state, isSure: true, advice });
});

test('a turn to either side is measured as its size, in degrees', () => {
  expect(stateOf({ turnDeg: -24.4 }, 'face-turn')).toMatchObject({ measured: 24.4, max: 8, unit: 'degrees' });
});
