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

test('the first HTML holds what is folded away, and opens what begins open', () => {
  expect(html).toContain('No.');
  expect(html.match(/<details[^>]*>/g)?.map((tag) => / open=""/.test(tag))).toEqual([false, true]);
});

test('without script the items of a single accordion exclude each other', () => {
  const names = [...html.matchAll(/<details[^>]* name="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(1);
});

test('the id is that of the text, so that the browser unfolds it for a link', () => {
  expect(html).toMatch(/<div id="uploads"[^>]*>No\.<\/div>/);
});

test('the first HTML has no style attribute', () => {
  expect(html).not.toContain('style=');
});
