import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { CompareSlider } from './compare-slider.tsx';

test('the first HTML centres the divider by a class and has no inline style', () => {
  const html = renderToString(createElement(CompareSlider, { label: 'Divider', before: 'tiger', after: 'cut-out' }));
  expect(html).toContain('[--divider:50%]');
  expect(html).toContain('tiger');
  expect(html).not.toMatch(/\sstyle=/);
});
