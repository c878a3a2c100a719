import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { CompareSlider, type CompareSliderProps } from './compare-slider.tsx';

const widthPx = 400;

async function show(props: Partial<CompareSliderProps> = {}, dir: 'ltr' | 'rtl' = 'ltr') {
  const onValueChange = vi.fn<(value: number) => void>();
  const screen = await render(
    <div dir={dir} style={{ width: widthPx }}>
      <CompareSlider
        label="Divider"
        before={<div />}
        after={<div />}
        onValueChange={onValueChange}
        style={{ height: 200 }}
        {...props}
      />
    </div>,
  );
  const slider = screen.getByRole('slider');
  const picture = screen.container.querySelector<HTMLElement>('[data-slot=compare-slider]') ?? screen.container;
  return { screen, slider, picture, onValueChange };
}

beforeEach(() => {
  // With reduced motion a drag ends at the pointer's release. Otherwise the value would continue to glide.
  document.documentElement.dataset['motion'] = 'reduced';
});
afterEach(() => {
  delete document.documentElement.dataset['motion'];
});

test('keys move the divider by one step, by a tenth and to both ends', { tags: ['long'] }, async () => {
  const { screen, slider } = await show();
  await userEvent.tab();
  await expect.element(slider).toHaveFocus();
  const press = async (key: string) => {
    await userEvent.keyboard(key);
    return Number(screen.container.querySelector('input')?.value);
  };
  expect(await press('{ArrowRight}')).toBe(51);
  expect(await press('{ArrowLeft}{ArrowLeft}')).toBe(49);
  expect(await press('{ArrowUp}')).toBe(50);
  expect(await press('{PageUp}')).toBe(60);
  expect(await press('{PageDown}{PageDown}')).toBe(40);
  expect(await press('{End}')).toBe(100);
  expect(await press('{Home}')).toBe(0);
  expect(await press('{ArrowLeft}')).toBe(0);
});

test('the right arrow decreases the value in right-to-left text', async () => {
  const { slider } = await show({}, 'rtl');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(slider).toHaveValue('49');
});

test('dragging anywhere on the image moves the divider', { tags: ['long'] }, async () => {
  const { picture, slider, onValueChange } = await show();
  await userEvent.dragAndDrop(picture, picture, {
    sourcePosition: { x: 20, y: 30 },
    targetPosition: { x: 300, y: 170 },
  });
  expect(onValueChange.mock.calls[0]?.[0]).toBeCloseTo(5, 0);
  await expect.element(slider).toHaveValue('75');
  await expect.element(picture).toHaveAttribute('data-state', 'resting');
  await expect.element(slider).toHaveFocus();
});

test('dragging counts from the right in right-to-left text', async () => {
  const { picture, slider } = await show({}, 'rtl');
  await userEvent.dragAndDrop(picture, picture, {
    sourcePosition: { x: 20, y: 30 },
    targetPosition: { x: 300, y: 30 },
  });
  await expect.element(slider).toHaveValue('25');
});

test('only the part before the divider shows the original', async () => {
  const { picture } = await show({ defaultValue: 25 });
  const after = picture.querySelector('[data-slot=compare-slider-after]') ?? picture;
  expect(getComputedStyle(after).clipPath).toBe('inset(0px 0px 0px 25%)');
});

test('a controlled divider does not move by itself', async () => {
  const { slider, onValueChange } = await show({ value: 70 });
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(onValueChange).toHaveBeenCalledWith(71);
  await expect.element(slider).toHaveValue('70');
});

test('a disabled divider moves neither by pointer nor by key', async () => {
  const { picture, slider, onValueChange } = await show({ disabled: true });
  await userEvent.dragAndDrop(picture, picture, {
    sourcePosition: { x: 20, y: 30 },
    targetPosition: { x: 300, y: 30 },
  });
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(slider).toHaveValue('50');
  expect(onValueChange).not.toHaveBeenCalled();
});

test('a released drag glides on and comes to rest', async () => {
  document.documentElement.dataset['motion'] = 'full';
  const { picture, onValueChange } = await show();
  // The events have explicit times, so that the speed of the drag does not depend on the machine.
  vi.spyOn(picture, 'setPointerCapture').mockReturnValue();
  const { left, top } = picture.getBoundingClientRect();
  const send = (type: string, xPx: number, timeStamp: number) => {
    const place = { clientX: left + xPx, clientY: top + 30 };
    const event = new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', ...place });
    picture.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: timeStamp }));
  };
  send('pointerdown', 20, 1000);
  for (let step = 1; step <= 5; step += 1) send('pointermove', 20 + 20 * step, 1000 + 16 * step);
  send('pointerup', 120, 1080);
  await expect.element(picture).toHaveAttribute('data-state', 'resting');
  // The pointer was released at 120 of 400 px, which is 30 %.
  expect(onValueChange.mock.lastCall?.[0]).toBeGreaterThan(31);
});
