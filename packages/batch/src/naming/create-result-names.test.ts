import { expect, test } from 'vitest';

import { createResultNames } from './create-result-names.ts';

test('result names follow the pattern, the order and the formats, and are cached otherwise', () => {
  const namesOf = createResultNames('image');
  const [cat, dog] = [
    { name: 'cat.jpg', ending: 'png' },
    { name: 'dog.jpg', ending: 'png' },
  ];
  const first = namesOf('{n}-{name}', [cat, dog]);
  expect(first).toEqual(['1-cat.png', '2-dog.png']);
  // The same array is returned while the pattern and the results are equal.
  expect(namesOf('{n}-{name}', [{ ...cat }, { ...dog }])).toBe(first);
  expect(namesOf('{n}-{name}', [dog, cat])).toEqual(['1-dog.png', '2-cat.png']);
  expect(namesOf('{n}-{name}', [dog, { ...cat, ending: 'jpg' }])).toEqual(['1-dog.png', '2-cat.jpg']);
  expect(namesOf('{name}', [dog, cat])).toEqual(['dog.png', 'cat.png']);
  expect(() => namesOf('{unknown}', [cat])).toThrow(RangeError);
});
