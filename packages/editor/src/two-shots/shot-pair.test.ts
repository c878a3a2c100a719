import { describe, expect, test } from 'vitest';

import { type ChosenShot, glassName, type ShotPair, withoutShot, withShots } from './shot-pair.ts';

const shot = (name: string, light: number): ChosenShot => ({ name, light, picture: new Blob([name]) });
const night = shot('night', 0.1);
const dusk = shot('dusk', 0.3);
const day = shot('day', 0.8);
const namesOf = ({ dark, light }: ShotPair) => [dark?.name, light?.name];

describe('the photographs of a pair', () => {
  test.each([
    ['the first one is dark until there is another', {}, [day], undefined, ['day', undefined], false],
    ['the second one takes the empty place', { dark: night }, [day], undefined, ['night', 'day'], false],
    ['two at once fill both places', {}, [night, day], undefined, ['night', 'day'], false],
    ['two at once begin with the chosen place', {}, [day, night], 'light', ['night', 'day'], false],
    ['a pair the wrong way round is swapped', {}, [day, night], undefined, ['night', 'day'], true],
    ['a darker second one changes places with the first', { dark: dusk }, [night], undefined, ['night', 'dusk'], true],
    ['a chosen place is replaced', { dark: night, light: day }, [dusk], 'light', ['night', 'dusk'], false],
    [
      'without a chosen place the dark one is replaced',
      { dark: night, light: day },
      [dusk],
      undefined,
      ['dusk', 'day'],
      false,
    ],
  ] as const)('%s', (_, before, shots, preferred, expected, isSwapped) => {
    const { pair, wasSwapped } = withShots(before, shots, preferred);
    expect(namesOf(pair)).toEqual(expected);
    expect(wasSwapped).toBe(isSwapped);
  });

  test('can be removed', () => {
    expect(namesOf(withoutShot({ dark: night, light: day }, 'dark'))).toEqual([undefined, 'day']);
    expect(namesOf(withoutShot({ dark: night, light: day }, 'light'))).toEqual(['night', undefined]);
    expect(withoutShot({ dark: night }, 'dark')).toEqual({});
  });
});

test.each([
  ['vase.jpg', 'vase-glass.png'],
  ['vase.dark.jpeg', 'vase.dark-glass.png'],
  ['vase', 'vase-glass.png'],
  ['', 'glass.png'],
])('the combination of %j is called %s', (name, expected) => {
  expect(glassName(name)).toBe(expected);
});
