import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { RangeSlider, Slider } from './slider.tsx';

test('the first HTML of a slider places the thumb and has no inline style', () => {
  const html = renderToString(
    createElement(Slider, { label: 'Feather', defaultValue: 3, max: 12, marks: [{ value: 6, label: '6 px' }] }),
  );
  expect(html).toContain('cx="25%"');
  expect(html).toContain('type="range"');
  expect(html).not.toMatch(/\sstyle=/);
});

test('the first HTML of a range slider has no inline style', () => {
  const html = renderToString(
    createElement(RangeSlider, { label: 'Tones', thumbLabels: ['Black', 'White'], defaultValue: [20, 80] }),
  );
  expect(html).toContain('cx="20%"');
  expect(html).toContain('cx="80%"');
  expect(html).not.toMatch(/\sstyle=/);
});
