import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { StageProgress } from './stage-progress.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/**
 * Renders a stage at several percentages. @param steps percentages, with the seconds since the previous one. @returns
 * the texts of the live region, without repetitions.
 */
async function announced(
  ...steps: readonly { readonly afterS: number; readonly percent: number; readonly label?: string }[]
) {
  const said: string[] = [];
  const stages = (label: string, percent: number) => [
    { id: label, label, state: 'active' as const, detail: `${percent} %`, fraction: percent / 100 },
  ];
  const screen = await render(<StageProgress label="Progress" stages={stages('Loading', 0)} />);
  const note = () => {
    const words = screen.getByRole('status').element().textContent;
    if (words !== said.at(-1)) said.push(words);
  };
  note();
  for (const { afterS, percent, label = 'Loading' } of steps) {
    vi.advanceTimersByTime(1000 * afterS);
    await screen.rerender(<StageProgress label="Progress" stages={stages(label, percent)} />);
    note();
  }
  return said;
}

test('a long stage is announced after each quarter', async () => {
  const said = await announced(
    { afterS: 4, percent: 10 },
    { afterS: 4, percent: 26 },
    { afterS: 4, percent: 49 },
    { afterS: 4, percent: 51 },
    { afterS: 4, percent: 52 },
  );
  expect(said).toEqual(['Loading', 'Loading 26 %', 'Loading 51 %']);
});

test('a short stage is announced only by its name, and a new stage at once', async () => {
  const said = await announced(
    { afterS: 1, percent: 30 },
    { afterS: 1, percent: 60 },
    { afterS: 1, percent: 90 },
    { afterS: 1, percent: 0, label: 'Finding' },
    { afterS: 1, percent: 80, label: 'Finding' },
  );
  expect(said).toEqual(['Loading', 'Finding']);
});
