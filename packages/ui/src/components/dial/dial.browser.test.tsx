import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { Dial } from './dial.tsx';

async function show(onCommit: (value: number) => void) {
  function Held() {
    const [value, setValue] = useState(2);
    return (
      <Dial
        label="Angle"
        min={-15}
        max={15}
        step={0.1}
        largeStep={1}
        value={value}
        onValueChange={setValue}
        onValueCommit={onCommit}
      />
    );
  }
  await render(<Held />);
  return page.getByRole('slider', { name: 'Angle' });
}

test('the ruler follows the pointer, and the value is committed once at the release', async () => {
  const onCommit = vi.fn();
  const dial = await show(onCommit);
  const ruler = dial.element().parentElement;
  if (!ruler) throw new Error('no ruler');
  const at = (type: string, clientX: number) =>
    ruler.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX, clientY: 0 }));
  ruler.setPointerCapture = () => undefined;
  at('pointerdown', 100);
  // A tick is 16 px wide and one unit apart. Drawing the ruler to the left raises the value.
  at('pointermove', 92);
  at('pointermove', 84);
  await expect.element(dial).toHaveValue('3');
  expect(onCommit).not.toHaveBeenCalled();
  at('lostpointercapture', 84);
  expect(onCommit.mock.calls).toEqual([[3]]);
  // Without a pressed button, a movement changes nothing.
  at('pointermove', 0);
  await expect.element(dial).toHaveValue('3');
});

test('an arrow key moves by a tenth, with Shift by one, and a double click resets', async () => {
  const onCommit = vi.fn();
  const dial = await show(onCommit);
  dial.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(dial).toHaveValue('1.9');
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.element(dial).toHaveValue('0.9');
  dial.element().parentElement?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  await expect.element(dial).toHaveValue('0');
  expect(onCommit).toHaveBeenLastCalledWith(0);
});
