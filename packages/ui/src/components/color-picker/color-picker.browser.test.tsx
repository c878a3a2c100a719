import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { ColorPicker, type ColorPickerProps } from './color-picker.tsx';

const labels = {
  area: 'Saturation and brightness',
  areaKind: 'two-way slider',
  saturation: 'Saturation',
  brightness: 'Brightness',
  hue: 'Hue',
  hex: 'Hex code',
  eyeDropper: 'Pick from the screen',
  swatches: 'Studio',
  recent: 'Recent',
};

const areaPx = { width: 240, height: 160 };

async function show(props: Partial<ColorPickerProps> = {}) {
  const onValueChange = vi.fn<(value: string) => void>();
  const onValueCommit = vi.fn<(value: string) => void>();
  const screen = await render(
    <div style={{ width: areaPx.width }}>
      <ColorPicker
        labels={labels}
        defaultValue="#ff0000"
        onValueChange={onValueChange}
        onValueCommit={onValueCommit}
        {...props}
      />
    </div>,
  );
  const area = screen.getByRole('group', { name: labels.area });
  const hex = screen.getByRole('textbox', { name: labels.hex });
  return { screen, area, hex, onValueChange, onValueCommit };
}

test('dragging across the area sets saturation and brightness, and commits once', { tags: ['long'] }, async () => {
  const { area, hex, onValueChange, onValueCommit } = await show();
  await userEvent.dragAndDrop(area, area, {
    sourcePosition: { x: 24, y: 16 },
    targetPosition: { x: areaPx.width / 2, y: areaPx.height / 2 },
  });
  await expect.element(hex).toHaveValue('#804040');
  expect(onValueChange.mock.lastCall).toEqual(['#804040']);
  expect(onValueCommit.mock.calls).toEqual([['#804040']]);
});

test('the hue is kept while the thumb passes through grey and black', { tags: ['long'] }, async () => {
  const { screen, area, hex } = await show({ defaultValue: '#4682b4' });
  const hue = screen.getByRole('slider', { name: labels.hue });
  await expect.element(hue).toHaveValue('207');
  await userEvent.click(area, { position: { x: 24, y: 80 } });
  await userEvent.keyboard('{Home}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{End}');
  await expect.element(hex).toHaveValue('#000000');
  await expect.element(hue).toHaveValue('207');
  await userEvent.keyboard('{PageUp}{PageUp}');
  await expect.element(hex).toHaveValue('#001c33');
});

test('a pasted code is applied at once, with or without # and in capitals', async () => {
  const { hex, onValueCommit } = await show();
  await userEvent.click(hex);
  const paste = (text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    hex.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  paste(' D2B48C ');
  await expect.element(hex).toHaveValue('#d2b48c');
  paste('#F2A');
  await expect.element(hex).toHaveValue('#ff22aa');
  expect(onValueCommit.mock.calls).toEqual([['#d2b48c'], ['#ff22aa']]);
});

test('a code that was complete and is then cleared stays the shown colour, and is committed', async () => {
  const { hex, onValueChange, onValueCommit } = await show();
  await userEvent.fill(hex, '#d2b48c');
  expect(onValueChange.mock.lastCall).toEqual(['#d2b48c']);
  await userEvent.fill(hex, '');
  expect(onValueCommit).not.toHaveBeenCalled();
  await userEvent.tab();
  await expect.element(hex).toHaveValue('#d2b48c');
  expect(onValueCommit.mock.calls).toEqual([['#d2b48c']]);
});

function Remembering(props: Partial<ColorPickerProps>) {
  const [recent, setRecent] = useState(['#111111', '#222222']);
  return (
    <>
      <ColorPicker labels={labels} recent={recent} onRecentChange={setRecent} {...props} />
      <button type="button">Done</button>
      <output>{recent.join(' ')}</output>
    </>
  );
}

test('trying several colours adds one recent colour, and the next visit adds another', async () => {
  const screen = await render(<Remembering defaultValue="#ff0000" />);
  const hue = screen.getByRole('slider', { name: labels.hue });
  const list = screen.getByRole('status');
  hue.element().focus();
  await userEvent.keyboard('{PageUp}{PageUp}{PageDown}');
  await expect.element(list).toHaveTextContent('#ff9900 #111111 #222222');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  hue.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(list).toHaveTextContent('#ff0000 #ff9900 #111111 #222222');
});

test('a form receives the colour', async () => {
  const screen = await render(
    <form>
      <ColorPicker labels={labels} name="background" defaultValue="#F2A" />
    </form>,
  );
  const form = screen.container.querySelector('form') ?? undefined;
  expect([...new FormData(form)]).toEqual([['background', '#ff22aa']]);
});
