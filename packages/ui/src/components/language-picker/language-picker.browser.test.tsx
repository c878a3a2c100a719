import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { LanguagePicker } from './language-picker.tsx';

const picker = (
  <LanguagePicker
    label="Language"
    current="en"
    languages={[
      { code: 'en', lang: 'en', name: 'English', href: '/en' },
      { code: 'ja', lang: 'ja', name: '日本語', href: '/ja' },
      { code: 'de', lang: 'de', name: 'Deutsch', href: '/de' },
    ]}
  />
);
const button = page.getByRole('button', { name: 'Language English' });
const german = page.getByRole('link', { name: 'Deutsch' });

afterEach(() => {
  document.body.replaceChildren();
});

test('the list of a prerendered page opens before any script has run', async () => {
  document.body.innerHTML = renderToString(picker);
  await expect.element(german).not.toBeInTheDocument();
  await button.click();
  await expect.element(german).toBeVisible();
  await expect.element(german).toHaveAttribute('href', '/de');
  await expect.element(page.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(german).not.toBeInTheDocument();
});

test('the first HTML has no style attribute', () => {
  expect(renderToString(picker)).not.toContain('style=');
});

test('Escape closes the list and returns the focus to the button', { tags: ['long'] }, async () => {
  await render(picker);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(page.getByRole('link', { name: '日本語' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button).toHaveFocus();
});

test('clicking elsewhere, or moving the focus away, closes the list', { tags: ['long'] }, async () => {
  await render(
    <>
      {picker}
      <p style={{ marginTop: 320 }}>The photo never leaves this device.</p>
      <button type="button">Choose photos</button>
    </>,
  );
  await button.click();
  await expect.element(german).toBeVisible();
  await page.getByText('The photo never leaves this device.').click();
  await expect.element(german).not.toBeInTheDocument();

  await button.click();
  await userEvent.keyboard('{End}');
  await expect.element(german).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Choose photos' })).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
});

test('each list opens below its own button, with aligned ends', { tags: ['long'] }, async () => {
  await render(
    <div style={{ display: 'flex', justifyContent: 'space-between', paddingLeft: 240 }}>
      {picker}
      {picker}
    </div>,
  );
  const buttons = page.getByRole('button').elements();
  for (const [index, each] of buttons.entries()) {
    await page.getByRole('button').nth(index).click();
    await vi.waitFor(() => expect(document.querySelector(':popover-open')?.getAnimations()).toEqual([]));
    const sheet = document.querySelector(':popover-open')?.getBoundingClientRect();
    const { bottom, right } = each.getBoundingClientRect();
    expect(sheet?.top).toBeCloseTo(bottom + 6, 0);
    expect(sheet?.right).toBeCloseTo(right, 0);
  }
});
