import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs.tsx';

test('the first HTML shows the first tab and has no inline style', () => {
  const html = renderToString(
    createElement(
      Tabs,
      { defaultValue: 'edge' },
      createElement(TabsList, { label: 'Tools' }, createElement(TabsTrigger, { value: 'edge' }, 'Edge')),
      createElement(TabsContent, { value: 'edge' }, 'How soft the cut is'),
    ),
  );
  expect(html).toContain('How soft the cut is');
  expect(html).not.toMatch(/\sstyle=/);
});
