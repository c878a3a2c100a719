import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { RangeSlider, Slider } from './slider.tsx';

/** Width of the slider. The rail is 200 px long; a thumb's centre stays 8 px from both ends of the element. */
const widthPx = 216;

async function show(slider: ReactNode, dir: 'ltr' | 'rtl' = 'ltr') {
  const screen = await render(
    <div dir={dir} style={{ width: widthPx }}>
      {slider}
    </div>,
  );
  const rail = screen.container.querySelector('svg')?.parentElement ?? screen.container;
  const drag = (fromX: number, toX: number) =>
    userEvent.dragAndDrop(rail, rail, { sourcePosition: { x: fromX, y: 12 }, targetPosition: { x: toX, y: 12 } });
  return { screen, rail, drag };
}

test('a press on the rail moves the thumb there, and dragging moves it along', async () => {
  const onValueChange = vi.fn<(value: number) => void>();
  const onValueCommit = vi.fn<(value: number) => void>();
  const { screen, drag } = await show(
    <Slider label="Feather" onValueChange={onValueChange} onValueCommit={onValueCommit} />,
  );
  await drag(8 + 40, 8 + 150);
  expect(onValueChange.mock.calls[0]).toEqual([20]);
  await expect.element(screen.getByRole('slider')).toHaveValue('75');
  await expect.element(screen.getByRole('slider')).toHaveFocus();
  expect(onValueCommit.mock.calls).toEqual([[75]]);
});

test('dragging beyond an end stops at the end', async () => {
  const { screen, drag } = await show(<Slider label="Feather" defaultValue={40} />);
  await drag(60, widthPx - 1);
  await expect.element(screen.getByRole('slider')).toHaveValue('100');
  await drag(60, 1);
  await expect.element(screen.getByRole('slider')).toHaveValue('0');
});

test('the rail starts at the right in right-to-left text', async () => {
  const { screen, drag } = await show(<Slider label="Feather" />, 'rtl');
  await drag(100, 8 + 50);
  await expect.element(screen.getByRole('slider')).toHaveValue('75');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(screen.getByRole('slider')).toHaveValue('76');
});

test('a vertical rail counts from the bottom', async () => {
  const { screen, rail } = await show(<Slider label="Zoom" orientation="vertical" className="h-66" />);
  const heightPx = rail.getBoundingClientRect().height;
  await userEvent.click(rail, { position: { x: 12, y: 8 + (heightPx - 16) * 0.25 } });
  await expect.element(screen.getByRole('slider')).toHaveValue('75');
});

test.each([
  ['from zero to a negative number', -50, -100, [100, 50]],
  ['from zero to a positive number', 50, -100, [100, 150]],
  ['from the beginning of a rail without negative numbers', 50, 0, [-6, 100]],
])('the rail is filled %s', async (_, value, min, expected) => {
  const { rail } = await show(<Slider label="Exposure" min={min} max={100} defaultValue={value} />);
  const line = rail.querySelector('line');
  expect([line?.x1.baseVal.value, line?.x2.baseVal.value]).toEqual(expected);
});

test('the nearer of two thumbs moves, up to the other', async () => {
  const onValueChange = vi.fn<(value: [number, number]) => void>();
  const { screen, drag } = await show(
    <RangeSlider
      label="Tones"
      thumbLabels={['Black', 'White']}
      defaultValue={[20, 60]}
      onValueChange={onValueChange}
    />,
  );
  await drag(8 + 30, 8 + 190);
  expect(onValueChange.mock.lastCall).toEqual([[60, 60]]);
  await expect.element(screen.getByRole('slider', { name: 'Black' })).toHaveFocus();
});

test('two thumbs at one position can be dragged apart in either direction', async () => {
  const tones = <RangeSlider key="tones" label="Tones" thumbLabels={['Black', 'White']} defaultValue={[50, 50]} />;
  const { screen, drag } = await show(tones);
  await drag(8 + 100, 8 + 40);
  await expect.element(screen.getByRole('slider', { name: 'Black' })).toHaveValue('20');
  await expect.element(screen.getByRole('slider', { name: 'White' })).toHaveValue('50');
});

test('keys that are held or pressed repeatedly are one change, committed after a pause', async () => {
  const onValueChange = vi.fn<(value: number) => void>();
  const onValueCommit = vi.fn<(value: number) => void>();
  const { screen } = await show(<Slider label="Feather" onValueChange={onValueChange} onValueCommit={onValueCommit} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight>3}');
  expect(onValueChange.mock.calls).toEqual([[1], [2], [3]]);
  expect(onValueCommit).not.toHaveBeenCalled();
  await userEvent.keyboard('{/ArrowRight}{ArrowRight}{ArrowRight}');
  await vi.waitFor(() => expect(onValueCommit.mock.calls).toEqual([[5]]));
  // Another key, moving the focus, and unmounting commit without the pause.
  await userEvent.keyboard('{ArrowRight}{Control>}z{/Control}');
  expect(onValueCommit.mock.calls).toEqual([[5], [6]]);
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.tab();
  expect(onValueCommit.mock.calls).toEqual([[5], [6], [7]]);
  screen.getByRole('slider').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(onValueChange).toHaveBeenLastCalledWith(8);
  await screen.unmount();
  expect(onValueCommit.mock.calls).toEqual([[5], [6], [7], [8]]);
});

test('a disabled slider moves neither by pointer nor by key', async () => {
  const onValueChange = vi.fn<(value: number) => void>();
  const { drag } = await show(<Slider label="Feather" disabled onValueChange={onValueChange} />);
  await drag(40, 150);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(onValueChange).not.toHaveBeenCalled();
});

test('a form receives the value of a slider and both values of a range', async () => {
  const { screen } = await show(
    <form>
      <Slider label="Feather" name="feather" defaultValue={3} />
      <RangeSlider label="Tones" name="tones" thumbLabels={['Black', 'White']} defaultValue={[5, 95]} />
    </form>,
  );
  const form = screen.container.querySelector('form') ?? undefined;
  expect([...new FormData(form)]).toEqual([
    ['feather', '3'],
    ['tones', '5'],
    ['tones', '95'],
  ]);
});
