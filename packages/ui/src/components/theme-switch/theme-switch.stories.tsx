/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';

import { ThemeSwitch, type Theme } from './theme-switch.tsx';

const meta = {
  title: 'Forms/ThemeSwitch',
  component: ThemeSwitch,
  tags: ['!autodocs'],
  args: {
    label: 'Appearance',
    labels: { light: 'Light', dark: 'Dark', system: 'As the system' },
    onValueChange: fn(),
  },
} satisfies Meta<typeof ThemeSwitch>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The saved choice is unknown, as in prerendered HTML. */
export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('radiogroup', { name: 'Appearance' })).toHaveAttribute('data-state', 'system');
    await expect(canvas.getByRole('radio', { name: 'As the system' })).toBeChecked();
    await userEvent.click(canvas.getByRole('radio', { name: 'Dark' }));
    await expect(args.onValueChange).toHaveBeenLastCalledWith('dark');
    await expect(canvas.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'As the system' })).not.toBeChecked();
  },
};

export const Light: Story = { args: { defaultValue: 'light' } };

/** A controlled switch does not change until the parent changes it. */
export const Controlled: Story = {
  args: { value: 'light' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Dark' }));
    await expect(args.onValueChange).toHaveBeenCalledWith('dark');
    await expect(canvas.getByRole('radio', { name: 'Light' })).toBeChecked();
  },
};

/** The saved choice is read only after hydration. Until then `value` is undefined. */
export const KnownLater: Story = {
  render: function KnownLater(args) {
    const [theme, setTheme] = useState<Theme>();
    return (
      <div className="flex items-center gap-4">
        <ThemeSwitch {...args} value={theme} />
        <button type="button" className="text-13 text-soft" onClick={() => setTheme('dark')}>
          Read the stored choice
        </button>
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('radio', { name: 'As the system' })).toBeChecked();
    await userEvent.click(canvas.getByRole('button'));
    await expect(canvas.getByRole('radio', { name: 'Dark' })).toBeChecked();
  },
};

export const Keyboard: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const radio = (name: string) => canvas.getByRole('radio', { name });
    await userEvent.tab();
    await expect(radio('As the system')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(radio('Dark')).toHaveFocus();
    await expect(args.onValueChange).toHaveBeenLastCalledWith('dark');
    await userEvent.keyboard('{ArrowUp}');
    await expect(radio('Light')).toBeChecked();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(radio('As the system')).toBeChecked();
    await userEvent.keyboard('{ArrowRight}');
    await expect(radio('Light')).toHaveFocus();
    await userEvent.tab();
    await expect(radio('Light')).not.toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: { label: 'Darstellung', labels: { light: 'Hell', dark: 'Dunkel', system: 'Wie im System eingestellt' } },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { label: '外观', labels: { light: '浅色', dark: '深色', system: '跟随系统' } },
};

export const Dark: Story = { globals: { theme: 'dark' }, args: { defaultValue: 'dark' } };
