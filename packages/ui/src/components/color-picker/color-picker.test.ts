import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ColorPicker, ColorSwatch } from './color-picker.tsx';

const labels = {
  area: 'Saturation and brightness',
  areaKind: 'two-way slider',
  saturation: 'Saturation',
  brightness: 'Brightness',
  hue: 'Hue',
  hex: 'Hex code',
  eyeDropper: 'Pick from the screen',
  swatches: 'Studio',
  recent: 'Recent',
};

test('the first HTML of the picker shows the colour and has no inline style', () => {
  const html = renderToString(
    createElement(ColorPicker, {
      labels,
      defaultValue: '#4682B4',
      swatches: [{ color: '#ffffff', label: 'White' }],
      recent: ['#4682b4'],
    }),
  );
  expect(html).toContain('value="#4682b4"');
  expect(html).toContain('fill="#4682b4"');
  expect(html).not.toContain(labels.eyeDropper);
  expect(html).not.toMatch(/\sstyle=/);
});

test('the first HTML of a swatch has no inline style', () => {
  const html = renderToString(
    createElement(ColorSwatch, { color: 'transparent', label: 'Transparent', selected: true }),
  );
  expect(html).toContain('aria-pressed="true"');
  expect(html).not.toMatch(/\sstyle=/);
});
