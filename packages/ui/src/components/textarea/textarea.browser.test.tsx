import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { Textarea } from './textarea.tsx';

const sixLines = 'one\ntwo\nthree\nfour\nfive\nsix';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function heights(withFieldSizing: boolean) {
  if (!withFieldSizing) vi.spyOn(CSS, 'supports').mockReturnValue(false);
  const screen = await render(<Textarea aria-label="Notes" rows={2} maxRows={6} />);
  const textarea = screen.getByRole('textbox');
  if (!withFieldSizing) textarea.element().classList.remove('[field-sizing:content]');
  const height = () => textarea.element().getBoundingClientRect().height;
  const measured: number[] = [];
  for (const text of ['', sixLines, `${sixLines}\nseven\neight`, 'one']) {
    await userEvent.fill(textarea, text);
    measured.push(Math.round(height()));
  }
  await screen.unmount();
  return measured;
}

test('the script sets the same height as the style sheet', async () => {
  const [empty = 0, full = 0, ...rest] = await heights(true);
  expect(full).toBeGreaterThan(empty * 2);
  expect(rest).toEqual([full, empty]);
  expect(await heights(false)).toEqual([empty, full, ...rest]);
});

test('the count is announced after a pause in typing, and only near the limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screen = await render(
    <Textarea aria-label="Notes" maxLength={10} counterLabel={(count, max) => `${count} of ${max}`} />,
  );
  const status = screen.getByRole('status');
  await userEvent.fill(screen.getByRole('textbox'), 'a beach');
  vi.advanceTimersByTime(2000);
  await expect.element(status).toHaveTextContent('');
  await userEvent.fill(screen.getByRole('textbox'), 'a beach at');
  expect(status.element().textContent).toBe('');
  vi.advanceTimersByTime(2000);
  await expect.element(status).toHaveTextContent('10 of 10');
});

test('an emoji counts as one character', async () => {
  const screen = await render(
    <Textarea
      aria-label="Notes"
      defaultValue="👩‍👩‍👧 ☀️"
      maxLength={10}
      counterLabel={(count, max) => `${count} of ${max}`}
    />,
  );
  await expect.element(screen.getByRole('textbox')).toHaveAccessibleDescription('3 of 10');
});
