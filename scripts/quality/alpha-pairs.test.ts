import { expect, test } from 'vitest';

import { pairsOf } from './alpha-pairs.ts';

test('an alpha file belongs to the photo with its name', () => {
  expect(pairsOf(['cat.webp', 'dog.jpg', 'dog_alpha.png', 'dog_alphabet.png'])).toEqual([
    { file: 'cat.webp', alpha: undefined },
    { file: 'dog.jpg', alpha: 'dog_alpha.png' },
    { file: 'dog_alphabet.png', alpha: undefined },
  ]);
});

test('an alpha file that is not a PNG is rejected', () => {
  expect(() => pairsOf(['dog.jpg', 'dog_alpha.jpg'])).toThrow('dog_alpha.jpg is not a PNG');
});

test('an alpha file without its photo is rejected', () => {
  expect(() => pairsOf(['cat.jpg', 'dog_alpha.png'])).toThrow('dog_alpha.png has no photo');
});
