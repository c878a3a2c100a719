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

test('the only style attribute in the first HTML is the one that Radix sets around the list', () => {
  expect(html.match(/style="[^"]*"/g)).toEqual(['style="position:relative"']);
});

test('the first HTML contains top-level links, but not those of closed panels', () => {
  expect(html).toContain('href="/pricing"');
  expect(html).not.toContain('href="/batch"');
});
