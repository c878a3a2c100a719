import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Accordion, AccordionItem } from './accordion.tsx';

const html = renderToString(
  createElement(
    Accordion,
    { type: 'single' },
    createElement(AccordionItem, { title: 'Are my photos uploaded?', id: 'uploads' }, 'No.'),
    createElement(AccordionItem, { title: 'What does it cost?', defaultOpen: true }, 'Nothing.'),
  ),
);

test('the first HTML contains collapsed text, and open items are open', () => {
  expect(html).toContain('No.');
  expect(html.match(/<details[^>]*>/g)?.map((tag) => / open=""/.test(tag))).toEqual([false, true]);
});

test('the browser keeps one item of a single accordion open without a script', () => {
  const names = [...html.matchAll(/<details[^>]* name="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(1);
});

test('the id is set on the text, so that the browser expands it for a link', () => {
  expect(html).toMatch(/<div id="uploads"[^>]*>No\.<\/div>/);
});

test('the first HTML has no style attribute', () => {
  expect(html).not.toContain('style=');
});
