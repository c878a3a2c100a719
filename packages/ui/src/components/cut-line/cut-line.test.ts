import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { CutLine } from './cut-line.tsx';

test.each(['still', 'running'] as const)(
  'the first HTML draws the line in state %s without an inline style',
  (state) => {
    const html = renderToString(createElement(CutLine, { state, radiusPx: 10 }));
    expect(html).toContain('rx="9"');
    expect(html).not.toMatch(/\sstyle=/);
  },
);
