/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';

import { Field } from '../field/field.tsx';
import { ColorPicker, ColorSwatch } from './color-picker.tsx';

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

const swatches = [
  { color: '#ffffff', label: 'White' },
  { color: '#f2f0eb', label: 'Paper' },
  { color: '#d9d4cb', label: 'Linen' },
  { color: '#c8d6e0', label: 'Overcast' },
  { color: '#438edb', label: 'ID photo blue' },
  { color: '#d9001b', label: 'ID photo red' },
  { color: '#1c1d20', label: 'Coal' },
];

const recent = ['#7a8f6a', '#e5b98a', '#343a40'];

const meta = {
  title: 'Forms/ColorPicker',
  component: ColorPicker,
  subcomponents: { ColorSwatch },
  tags: ['!autodocs'],
  decorators: [(Story) => <div className="max-w-64">{Story()}</div>],
  args: {
    labels,
    'aria-label': 'Background',
    defaultValue: '#438edb',
    swatches,
    onValueChange: fn(),
    onValueCommit: fn(),
    onRecentChange: fn(),
  },
} satisfies Meta<typeof ColorPicker>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  tags: ['visual'],
  args: { recent },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('group', { name: 'Background' })).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'Hex code' })).toHaveValue('#438edb');
    await userEvent.click(canvas.getByRole('button', { name: 'Linen' }));
    await expect(args.onValueCommit).toHaveBeenLastCalledWith('#d9d4cb');
    await expect(canvas.getByRole('button', { name: 'Linen' })).toHaveAttribute('aria-pressed', 'true');
    await expect(canvas.getByRole('textbox')).toHaveValue('#d9d4cb');
    // Colours from the swatches are not added to the recent colours.
    await expect(args.onRecentChange).not.toHaveBeenCalled();
  },
};

/** Without swatches and recent colours. */
export const Plain: Story = { args: { swatches: [] } };

export const HexField: Story = {
  args: { recent },
  play: async ({ args, canvas, userEvent }) => {
    const hex = canvas.getByRole('textbox', { name: 'Hex code' });
    await userEvent.clear(hex);
    await userEvent.type(hex, '#D2B48C');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('#d2b48c');
    await expect(args.onValueCommit).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect(args.onValueCommit).toHaveBeenLastCalledWith('#d2b48c');
    await expect(args.onRecentChange).toHaveBeenLastCalledWith(['#d2b48c', ...recent]);
    await expect(hex).toHaveValue('#d2b48c');

    await userEvent.clear(hex);
    await userEvent.type(hex, 'f2a');
    await userEvent.tab();
    await expect(hex).toHaveValue('#ff22aa');

    await userEvent.clear(hex);
    await userEvent.type(hex, 'blue');
    await expect(hex).toHaveAttribute('aria-invalid', 'true');
    await userEvent.tab();
    await expect(hex).toHaveValue('#ff22aa');
    await expect(hex).not.toHaveAttribute('aria-invalid');
  },
};

export const Invalid: Story = {
  play: async ({ canvas, userEvent }) => {
    const hex = canvas.getByRole('textbox', { name: 'Hex code' });
    await userEvent.clear(hex);
    await userEvent.type(hex, 'sky');
    await expect(hex).toHaveAttribute('aria-invalid', 'true');
  },
};

const picked = fn(() => Promise.resolve({ sRGBHex: '#D9001B' }));

/** The button is shown only in browsers that have an eyedropper. It is not in the first HTML. */
export const EyeDropper: Story = {
  beforeEach: () => {
    const before = Object.getOwnPropertyDescriptor(window, 'EyeDropper');
    Object.defineProperty(window, 'EyeDropper', {
      configurable: true,
      value: class {
        open = picked;
      },
    });
    return () => {
      if (before) Object.defineProperty(window, 'EyeDropper', before);
      else Reflect.deleteProperty(window, 'EyeDropper');
    };
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Pick from the screen' }));
    await waitFor(() => expect(args.onValueCommit).toHaveBeenCalledWith('#d9001b'));
    await expect(args.onRecentChange).toHaveBeenCalledWith(['#d9001b']);

    // Escape: the browser rejects with an AbortError, which is not an error for the user.
    picked.mockImplementationOnce(() => Promise.reject(new DOMException('', 'AbortError')));
    await userEvent.click(canvas.getByRole('button', { name: 'Pick from the screen' }));
    await expect(canvas.getByRole('textbox')).toHaveValue('#d9001b');
  },
};

/** A controlled picker does not change until the parent changes it. */
export const Controlled: Story = {
  args: { value: '#438EDB' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Coal' }));
    await expect(args.onValueChange).toHaveBeenCalledWith('#1c1d20');
    await expect(canvas.getByRole('textbox')).toHaveValue('#438edb');
  },
};

export const InField: Story = {
  render: (args) => (
    <Field label="Background" hint="Passport photos want a plain one." name="background">
      <ColorPicker {...args} aria-label={undefined} />
    </Field>
  ),
  play: async ({ canvas }) => {
    const picker = canvas.getByRole('group', { name: 'Background' });
    await expect(picker).toHaveAccessibleDescription('Passport photos want a plain one.');
  },
};

export const Disabled: Story = {
  args: { disabled: true, recent },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Linen' }));
    await expect(canvas.getByRole('textbox')).toBeDisabled();
    await expect(args.onValueChange).not.toHaveBeenCalled();
  },
};

/** Swatches set a colour at once. `transparent` is possible. Each swatch is named by its label or a tooltip. */
export const Swatches: Story = {
  render: function Swatches() {
    const [color, setColor] = useState('transparent');
    const choices = [{ color: 'transparent', label: 'Transparent' }, ...swatches];
    return (
      <div className="grid gap-5">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <div key={size} className="flex flex-wrap gap-3">
            {choices.slice(0, 4).map((choice) => (
              <ColorSwatch
                key={choice.color}
                {...choice}
                size={size}
                selected={choice.color === color}
                onClick={() => setColor(choice.color)}
              />
            ))}
          </div>
        ))}
        <ColorSwatch color="#d9001b" label="ID photo red" disabled />
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const [transparent] = canvas.getAllByRole('button', { name: 'Transparent' });
    await expect(transparent).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(canvas.getAllByRole('button', { name: 'Paper' })[0] ?? document.body);
    await expect(transparent).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(transparent ?? document.body);
  },
};

export const Keyboard: Story = {
  args: { defaultValue: '#804040', recent },
  play: async ({ args, canvas, userEvent }) => {
    const saturation = canvas.getByRole('slider', { name: 'Saturation' });
    const brightness = canvas.getByRole('slider', { name: 'Brightness' });
    const hue = canvas.getByRole('slider', { name: 'Hue' });
    await expect(saturation).toHaveAttribute('aria-roledescription', 'two-way slider');

    await userEvent.tab();
    await expect(saturation).toHaveFocus();
    await expect(saturation).toHaveAttribute('aria-valuetext', '50%, Brightness 50%');
    await userEvent.keyboard('{ArrowRight}');
    await expect(saturation).toHaveValue('51');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect(saturation).toHaveValue('41');
    await userEvent.keyboard('{ArrowUp}');
    await expect(brightness).toHaveFocus();
    await expect(brightness).toHaveValue('51');
    await userEvent.keyboard('{PageDown}');
    await expect(brightness).toHaveValue('41');
    await userEvent.keyboard('{End}');
    await expect(saturation).toHaveFocus();
    await expect(saturation).toHaveValue('100');
    await userEvent.keyboard('{Home}');
    await expect(canvas.getByRole('textbox')).toHaveValue('#696969');

    await userEvent.tab();
    await expect(hue).toHaveFocus();
    await userEvent.keyboard('{Home}{PageUp}{ArrowRight}');
    await expect(hue).toHaveAttribute('aria-valuetext', '37°');

    await userEvent.tab();
    await expect(canvas.getByRole('textbox')).toHaveFocus();
    await userEvent.keyboard('teal{Enter}');
    await expect(canvas.getByRole('textbox')).toHaveValue('#696969');

    canvas.getByRole('button', { name: 'White' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Paper' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await expect(args.onValueCommit).toHaveBeenLastCalledWith('#f2f0eb');
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: '#7a8f6a' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(canvas.getByRole('button', { name: '#343a40' })).toHaveFocus());
    await userEvent.keyboard(' ');
    await expect(args.onValueCommit).toHaveBeenLastCalledWith('#343a40');
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    'aria-label': 'Hintergrund',
    recent,
    labels: { ...labels, swatches: 'Hintergründe aus dem Fotostudio', recent: 'Zuletzt verwendete Farben' },
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    'aria-label': '背景',
    recent,
    labels: {
      area: '饱和度和亮度',
      areaKind: '二维滑块',
      saturation: '饱和度',
      brightness: '亮度',
      hue: '色相',
      hex: '十六进制色值',
      eyeDropper: '从屏幕取色',
      swatches: '影棚',
      recent: '最近用过',
    },
  },
};

export const Phone: Story = {
  args: { recent },
  globals: { viewport: { value: 'phone' } },
};

export const Dark: Story = { args: { recent }, globals: { theme: 'dark' } };
export const DarkSwatches: Story = { ...Swatches, globals: { theme: 'dark' } };
