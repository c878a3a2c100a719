import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { createToaster, Toaster } from './toast.tsx';

const words = { label: 'Message', viewportLabel: 'Messages ({hotkey})', closeLabel: 'Put away' };

afterEach(() => {
  vi.useRealTimers();
});

test('a toast disappears after its time, but not while the pointer is on it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const toaster = createToaster({ durationMs: 2500 });
  await render(<Toaster toaster={toaster} {...words} />);
  toaster.show({ title: 'Copied' });
  const toast = page.getByRole('listitem');
  await expect.element(toast).toBeVisible();
  await toast.hover();
  vi.advanceTimersByTime(3000);
  await expect.element(toast).toBeVisible();
  await userEvent.unhover(toast);
  vi.advanceTimersByTime(3000);
  await expect.element(toast).not.toBeInTheDocument();
  vi.advanceTimersByTime(1000);
  expect(toaster.getSnapshot()).toEqual([]);
});

test('an error is announced at once, other messages in a pause', async () => {
  const toaster = createToaster();
  await render(<Toaster toaster={toaster} {...words} />);
  toaster.show({ title: 'Saved' });
  toaster.show({ title: 'The order could not be sent', tone: 'danger' });
  const announced = page.getByRole('status');
  await expect.element(announced.filter({ hasText: 'Message Saved' })).toHaveAttribute('aria-live', 'polite');
  await expect
    .element(announced.filter({ hasText: 'Message The order could not be sent' }))
    .toHaveAttribute('aria-live', 'assertive');
});

test('elements next to a toast can be clicked', async () => {
  const toaster = createToaster();
  let pressed = 0;
  await render(
    <>
      <button
        type="button"
        onClick={() => (pressed += 1)}
        style={{ position: 'fixed', right: 4, bottom: 0, width: 320, height: 12 }}
      >
        Export
      </button>
      <Toaster toaster={toaster} {...words} />
    </>,
  );
  toaster.show({ title: 'Copied' });
  await expect.element(page.getByRole('listitem')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  expect(pressed).toBe(1);
});

test('the first HTML has no style attribute', () => {
  expect(renderToString(<Toaster toaster={createToaster()} {...words} />)).not.toContain('style=');
});
