import { readFileSync } from 'node:fs';

import type { MarketplaceSpec, MarketplaceStatus } from '@isola/marketplaces';
import { type RuleId, type RuleState, type ShadowKind, type Side, targets } from '@isola/shop-photo';
import { expect, test } from 'vitest';

/** Every code that the page puts into words. One that is missing here is a type error. */
const codes = {
  shop: targets,
  status: { checked: 1, unverified: 1, conflicting: 1 } satisfies Record<MarketplaceStatus, 1>,
  rule: { pixels: 1, ratio: 1, background: 1, fill: 1, edge: 1, format: 1, 'file-size': 1 } satisfies Record<RuleId, 1>,
  state: { pass: 1, fail: 1, advice: 1, unstated: 1 } satisfies Record<RuleState, 1>,
  side: { left: 1, top: 1, right: 1, bottom: 1 } satisfies Record<Side, 1>,
  shadow: { none: 1, contact: 1, drop: 1 } satisfies Record<ShadowKind, 1>,
  background: { 'pure-white': 1, white: 1, 'white-advised': 1, any: 1 } satisfies Record<
    NonNullable<MarketplaceSpec['background']>,
    1
  >,
};
const others = [
  'status.checked.text',
  'status.unverified.text',
  'status.conflicting.text',
  'shadow.label',
  'shadow.only',
];

test('every marketplace and every code has its words, and no words of theirs are left over', () => {
  const file = new URL('../../i18n/src/locales/zh/shop-photo.json', import.meta.url);
  const words = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
  const expected = [
    ...Object.entries(codes).flatMap(([group, ids]) => Object.keys(ids).map((id) => `${group}.${id}`)),
    ...others,
    'background.no-shadow',
  ];
  const groups = new RegExp(`^(${Object.keys(codes).join('|')})\\.`);
  expect(words.filter((key) => groups.test(key)).toSorted()).toEqual(expected.toSorted());
});
