import { expect, test } from 'vitest';

import { commonNameOf } from './common-name-of.ts';

test.each([
  [['shoe-front.jpg', 'IMG_2041.jpg', 'IMG_2042.jpg'], 'shoe-front'],
  [['IMG_2041.jpg', 'trail-shoe_3.png'], 'trail-shoe'],
  [['lamp.jpg', '台灯 (2).jpg'], 'lamp'],
  [['台灯 (2).jpg', 'lamp.jpg'], '台灯'],
])('files %j can share the name %s', (names, name) => {
  expect(commonNameOf(names)).toBe(name);
});

test.each([[['shoe-1.jpg', 'shoe-2.png', 'Shoe (3).jpg']], [['IMG_2041.jpg', 'DSC_0003.jpg']]])(
  'files %j get no name, because they share one or none tells something',
  (names) => {
    expect(commonNameOf(names)).toBeUndefined();
  },
);
