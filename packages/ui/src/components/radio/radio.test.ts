import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Radio, RadioGroup } from './radio.tsx';

test('the prerendered HTML of a group has no inline style, even in a form', () => {
  const html = renderToString(
    createElement(
      RadioGroup,
      { label: 'Format', name: 'format', defaultValue: 'png' },
      createElement(Radio, { value: 'png' }, 'PNG'),
      createElement(Radio, { value: 'webp', variant: 'card' }, 'WebP'),
    ),
  );
  expect(html.match(/type="radio"/g)).toHaveLength(2);
  expect(html).not.toMatch(/\sstyle=/);
});
