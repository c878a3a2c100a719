import { expect, test } from 'vitest';

import { signed, stops, strength, toneOf } from './tone-options.ts';

test('settings are read with their signs, and those outside of their range are refused with the range', () => {
  expect([stops('0.5'), stops('-1.25'), stops('+2'), signed('-100'), signed('7'), strength('40')]).toEqual([
    0.5, -1.25, 2, -100, 7, 40,
  ]);
  for (const text of ['2.1', '-3', 'bright', '', '1e0', 'NaN']) expect(() => stops(text), text).toThrow(/from -2 to 2/);
  for (const text of ['101', '-101', '0.5']) expect(() => signed(text), text).toThrow(/whole number from -100 to 100/);
  expect(() => strength('-1')).toThrow(/from 0 to 100/);
});

test('only the given settings replace those of a preset', () => {
  expect(toneOf({ exposure: 0, tint: undefined, saturation: -20 })).toEqual({ exposure: 0, saturation: -20 });
});
