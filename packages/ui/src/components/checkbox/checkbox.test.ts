import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Checkbox } from './checkbox.tsx';

test.each([false, true, 'indeterminate' as const])(
  'the first HTML has no inline style when the checkbox is checked=%s',
  (checked) => {
    const html = renderToString(
      createElement(Checkbox, { name: 'originals', defaultChecked: checked, description: 'ZIP' }, 'Keep the originals'),
    );
    expect(html).toContain('Keep the originals');
    expect(html).not.toMatch(/\sstyle=/);
  },
);
