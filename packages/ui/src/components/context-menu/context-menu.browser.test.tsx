import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { ContextMenu, ContextMenuContent, ContextMenuItem, ContextMenuTrigger } from './context-menu.tsx';

const tile = (
  <ContextMenu>
    <ContextMenuTrigger asChild>
      <button type="button">tiger.jpg</button>
    </ContextMenuTrigger>
    <ContextMenuContent label="tiger.jpg, things to do">
      <ContextMenuItem>Download</ContextMenuItem>
      <ContextMenuItem>Leave out</ContextMenuItem>
    </ContextMenuContent>
  </ContextMenu>
);
const photo = page.getByRole('button', { name: 'tiger.jpg' });
const menu = page.getByRole('menu', { name: 'tiger.jpg, things to do' });

beforeEach(async () => {
  await render(tile);
});

test.each(['{Shift>}{F10}{/Shift}', '{ContextMenu}'])(
  '%s opens the menu, and Escape returns the focus',
  async (key) => {
    await userEvent.tab();
    await expect.element(photo).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(menu).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Download' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Leave out' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(photo).toHaveFocus();
  },
);

test('a right click opens the menu at the pointer', async () => {
  await photo.click({ button: 'right', position: { x: 10, y: 8 } });
  await expect.element(menu).toBeVisible();
  const { left, top } = photo.element().getBoundingClientRect();
  const sheet = menu.element().getBoundingClientRect();
  expect(Math.abs(sheet.left - (left + 10))).toBeLessThan(8);
  expect(Math.abs(sheet.top - (top + 8))).toBeLessThan(8);
});

test('the first HTML has no style attribute', () => {
  expect(renderToString(tile)).not.toContain('style=');
});
