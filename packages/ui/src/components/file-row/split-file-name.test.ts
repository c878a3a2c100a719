import { expect, test } from 'vitest';

import { splitFileName } from './split-file-name.ts';

test.each([
  ['IMG_2041 (edited).jpeg', 'IMG_2041 (e', 'dited).jpeg'],
  ['产品图-正面-白色背景-最终版.png', '产品图-正面-白色', '背景-最终版.png'],
  // The text after the last dot is not an extension.
  ['Wanderung im Karwendel.im Herbst', 'Wanderung im Karwendel.im ', 'Herbst'],
  ['screenshot of the ledger', 'screenshot of the ', 'ledger'],
  // The emoji joined of three people stays intact at the split.
  ['birthday party 👨‍👩‍👧12345.jpg', 'birthday party ', '👨‍👩‍👧12345.jpg'],
])('splits %s before its end', (name, head, tail) => {
  expect(splitFileName(name)).toEqual([head, tail]);
});

test.each(['tiger.jpg', 'a.b', '.htaccess', 'kettle', ''])('does not split %s, which is short enough', (name) => {
  expect(splitFileName(name)).toEqual([name, '']);
});
