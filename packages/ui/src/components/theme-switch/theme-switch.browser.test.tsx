import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { ThemeSwitch, type Theme } from './theme-switch.tsx';

const words = { label: 'Appearance', labels: { light: 'Light', dark: 'Dark', system: 'As the system' } };

test('the prerendered switch shows system and has no style attribute', () => {
  const place = document.createElement('div');
  place.innerHTML = renderToString(<ThemeSwitch {...words} />);
  expect(place.querySelector<HTMLInputElement>(':checked')?.value).toBe('system');
  expect(place.innerHTML).not.toContain('style=');
});

test('arrow keys select, and two switches on one page are independent', async () => {
  const onValueChange = vi.fn<(value: Theme) => void>();
  const screen = await render(
    <>
      <ThemeSwitch {...words} onValueChange={onValueChange} />
      <ThemeSwitch {...words} defaultValue="dark" />
    </>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(onValueChange).toHaveBeenLastCalledWith('light');
  await expect.element(screen.getByRole('radio', { name: 'Light' }).first()).toBeChecked();
  await expect.element(screen.getByRole('radio', { name: 'Dark' }).last()).toBeChecked();
});
