import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { SegmentedControl } from './segmented-control.tsx';

const segments = [
  { value: 'none', label: 'None' },
  { value: 'colour', label: 'Colour' },
];

test.each([undefined, 'background'])('the first HTML has no inline style (form name: %s)', (name) => {
  const html = renderToString(
    createElement(SegmentedControl, { label: 'Background', segments, defaultValue: 'colour', ...(name && { name }) }),
  );
  expect(html).toContain('aria-checked="true"');
  expect(html.match(/type="radio"/g) ?? []).toHaveLength(name ? 2 : 0);
  expect(html).not.toMatch(/\sstyle=/);
});
