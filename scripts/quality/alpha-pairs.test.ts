import { expect, test } from 'vitest';

import { pairsOf } from './alpha-pairs.ts';

test('an alpha belongs to the photo of its name', () => {
  expect(pairsOf(['cat.webp', 'dog.jpg', 'dog_alpha.png', 'dog_alphabet.png'])).toEqual([
    { file: 'cat.webp', alpha: undefined },
    { file: 'dog.jpg', alpha: 'dog_alpha.png' },
    { file: 'dog_alphabet.png', alpha: undefined },
  ]);
});

test('an alpha that is no PNG is refused', () => {
  expect(() => pairsOf(['dog.jpg', 'dog_alpha.jpg'])).toThrow('dog_alpha.jpg is no PNG');
});

test('an alpha without its photo is refused', () => {
  expect(() => pairsOf(['cat.jpg', 'dog_alpha.png'])).toThrow('dog_alpha.png has no photo');
});
