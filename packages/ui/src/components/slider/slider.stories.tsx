/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';

import { RangeSlider, Slider } from './slider.tsx';

const meta = {
  title: 'Forms/Slider',
  component: Slider,
  subcomponents: { RangeSlider },
  tags: ['!autodocs'],
  decorators: [(Story) => <div className="max-w-80">{Story()}</div>],
  args: {
    label: 'Feather',
    max: 24,
    defaultValue: 6,
    formatValue: (value: number) => `${value} px`,
    onValueChange: fn(),
    onValueCommit: fn(),
  },
} satisfies Meta<typeof Slider>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    const slider = canvas.getByRole('slider', { name: 'Feather' });
    await expect(slider).toHaveValue('6');
    await expect(slider).toHaveAttribute('aria-valuetext', '6 px');
    await expect(canvas.getByText('6 px')).toBeVisible();
  },
};

const tones = { label: 'Tones', thumbLabels: ['Black point', 'White point'] as const };

export const Range: Story = {
  render: () => <RangeSlider {...tones} max={255} defaultValue={[18, 236]} />,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('group', { name: 'Tones' })).toBeVisible();
    await userEvent.tab();
    await expect(canvas.getByRole('slider', { name: 'Black point' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect(canvas.getByRole('slider', { name: 'Black point' })).toHaveValue('236');
    await userEvent.tab();
    await userEvent.keyboard('{Home}{ArrowRight}');
    await expect(canvas.getByRole('slider', { name: 'White point' })).toHaveValue('237');
    await expect(canvas.getByText('236 – 237')).toBeVisible();
  },
};

export const Marks: Story = {
  args: {
    label: 'Zoom',
    min: 25,
    max: 400,
    step: 25,
    defaultValue: 100,
    formatValue: (value: number) => `${value}%`,
    marks: [{ value: 25, label: '25%' }, { value: 100, label: '100%' }, { value: 200 }, { value: 400, label: '400%' }],
  },
};

/** Label, rail and value in one line, for the rows of an inspector. */
export const Inline: Story = {
  render: () => (
    <div className="grid gap-1.5">
      <Slider layout="inline" label="Direction" min={-90} max={90} defaultValue={-32} formatValue={degrees} />
      <Slider layout="inline" label="Softness" defaultValue={70} />
      <Slider layout="inline" label="Contact shadow" defaultValue={62} />
      <Slider layout="inline" label="Rim light" defaultValue={22} disabled />
    </div>
  ),
};

export const Vertical: Story = {
  render: () => (
    <div className="flex gap-10">
      <Slider label="Brush" orientation="vertical" min={2} max={120} defaultValue={48} formatValue={(v) => `${v} px`} />
      <Slider
        label="Zoom"
        orientation="vertical"
        min={25}
        max={400}
        defaultValue={100}
        formatValue={(v) => `${v}%`}
        marks={[
          { value: 25, label: '25%' },
          { value: 100, label: '100%' },
          { value: 400, label: '400%' },
        ]}
      />
      <RangeSlider {...tones} orientation="vertical" max={255} defaultValue={[18, 236]} />
    </div>
  ),
};

export const LabelHidden: Story = {
  args: { labelHidden: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('slider', { name: 'Feather' })).toBeInTheDocument();
  },
};

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('slider')).toBeDisabled();
  },
};

/** A controlled slider does not change until the parent changes it. */
export const Controlled: Story = {
  args: { value: 10 },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect(args.onValueChange).toHaveBeenLastCalledWith(11);
    await expect(canvas.getByRole('slider')).toHaveValue('10');
  },
};

/** In right-to-left text the rail starts at the right. */
export const RightToLeft: Story = {
  ...Marks,
  decorators: [(Story) => <div dir="rtl">{Story()}</div>],
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(canvas.getByRole('slider')).toHaveValue('125');
  },
};

export const Keyboard: Story = {
  args: { label: 'Opacity', min: 0, max: 100, defaultValue: 50, formatValue: (value: number) => `${value}%` },
  play: async ({ args, canvas, userEvent }) => {
    const slider = canvas.getByRole('slider', { name: 'Opacity' });
    const press = async (keys: string, value: number) => {
      await userEvent.keyboard(keys);
      await expect(slider).toHaveValue(String(value));
      await expect(slider).toHaveAttribute('aria-valuetext', `${value}%`);
    };
    await userEvent.tab();
    await expect(slider).toHaveFocus();
    await press('{ArrowRight}', 51);
    await press('{ArrowUp}', 52);
    await press('{ArrowLeft}{ArrowDown}', 50);
    await press('{Shift>}{ArrowRight}{/Shift}', 60);
    await press('{PageUp}', 70);
    await press('{PageDown}{PageDown}', 50);
    await press('{End}', 100);
    await press('{Home}', 0);
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
    // Successive keys are one change, which ends when the focus leaves the slider.
    await expect(args.onValueCommit).toHaveBeenLastCalledWith(0);
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  render: () => (
    <div className="grid gap-4">
      <Slider label="Kantenglättung im Übergangsbereich" max={24} defaultValue={6} formatValue={(v) => `${v} Px`} />
      <Slider layout="inline" label="Farbangleichung" defaultValue={40} />
      <Slider layout="inline" label="Schattenweichzeichnung" defaultValue={62} />
    </div>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  render: () => (
    <div className="grid gap-1.5">
      <Slider layout="inline" label="方向" min={-90} max={90} defaultValue={-32} formatValue={degrees} />
      <Slider layout="inline" label="柔和" defaultValue={70} />
      <Slider layout="inline" label="接触阴影" defaultValue={62} />
    </div>
  ),
};

export const Phone: Story = { ...Marks, globals: { viewport: { value: 'phone' } } };
export const Dark: Story = { ...Inline, globals: { theme: 'dark' } };
export const DarkMarks: Story = { ...Marks, globals: { theme: 'dark' } };

function degrees(value: number) {
  return `${value}°`.replace('-', '−');
}
