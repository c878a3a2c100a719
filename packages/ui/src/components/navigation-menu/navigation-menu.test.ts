import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import {
  NavigationMenu,
  NavigationMenuContent,
  NavigationMenuItem,
  NavigationMenuLink,
  NavigationMenuTrigger,
} from './navigation-menu.tsx';

const html = renderToString(
  createElement(
    NavigationMenu,
    { label: 'Isola' },
    createElement(NavigationMenuItem, null, createElement(NavigationMenuLink, { href: '/pricing' }, 'Pricing')),
    createElement(
      NavigationMenuItem,
      null,
      createElement(NavigationMenuTrigger, null, 'Tools'),
      createElement(NavigationMenuContent, null, createElement(NavigationMenuLink, { href: '/batch' }, 'Batch')),
    ),
  ),
);

test('the only style attribute in the first HTML is the one that Radix puts round the list', () => {
  expect(html.match(/style="[^"]*"/g)).toEqual(['style="position:relative"']);
});

test('top-level links are in the first HTML, those of closed panels are not', () => {
  expect(html).toContain('href="/pricing"');
  expect(html).not.toContain('href="/batch"');
});
