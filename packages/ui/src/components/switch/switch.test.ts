import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Switch } from './switch.tsx';

test.each([false, true])('the first HTML has no inline style when the switch is checked=%s', (checked) => {
  const html = renderToString(createElement(Switch, { name: 'ledger', defaultChecked: checked }, 'Show the ledger'));
  expect(html).toContain('Show the ledger');
  expect(html).not.toMatch(/\sstyle=/);
});
