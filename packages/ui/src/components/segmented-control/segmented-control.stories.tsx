import type { Meta, StoryObj } from '@storybook/react-vite';
import { Monitor, Moon, Sun } from 'lucide-react';
import { expect, fireEvent, fn, waitFor } from 'storybook/test';

import { SegmentedControl } from './segmented-control.tsx';

const meta = {
  title: 'Forms/SegmentedControl',
  component: SegmentedControl,
  tags: ['!autodocs'],
  args: {
    label: 'Background',
    segments: [
      { value: 'none', label: 'None' },
      { value: 'colour', label: 'Colour' },
      { value: 'scene', label: 'Scene' },
      { value: 'picture', label: 'Picture' },
    ],
    defaultValue: 'scene',
    onValueChange: fn(),
  },
} satisfies Meta<typeof SegmentedControl>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Colour' }));
    await expect(args.onValueChange).toHaveBeenLastCalledWith('colour');
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('radio', { name: 'Scene' })).toHaveFocus();
  },
};

export const Small: Story = { args: { size: 'sm' } };

const themes = {
  label: 'Theme',
  defaultValue: 'system',
  segments: [
    { value: 'light', label: 'Light', icon: <Sun /> },
    { value: 'dark', label: 'Dark', icon: <Moon /> },
    { value: 'system', label: 'As the system', icon: <Monitor /> },
  ],
};

export const WithIcons: Story = { args: themes };

export const IconsOnly: Story = {
  args: { ...themes, iconsOnly: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('radio', { name: 'Dark' })).toBeVisible();
  },
};

export const Disabled: Story = { args: { disabled: true } };

export const Keyboard: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const radio = (name: string) => canvas.getByRole('radio', { name });
    // The key is released at once, as on a page too busy to have moved the focus in between.
    const press = async (key: string, from: string, to: string) => {
      await fireEvent.keyDown(radio(from), { key });
      await fireEvent.keyUp(radio(from), { key });
      await waitFor(() => expect(radio(to)).toHaveFocus());
      await expect(radio(to)).toBeChecked();
    };
    await userEvent.tab();
    await expect(radio('Scene')).toHaveFocus();
    await press('ArrowRight', 'Scene', 'Picture');
    await press('ArrowRight', 'Picture', 'None');
    await press('ArrowLeft', 'None', 'Picture');
    await press('Home', 'Picture', 'None');
    await press('End', 'None', 'Picture');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('picture');
    await expect(args.onValueChange).toHaveBeenCalledTimes(5);
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect(radio('Picture')).toHaveFocus();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    label: 'Hintergrund',
    segments: [
      { value: 'none', label: 'Durchsichtig' },
      { value: 'colour', label: 'Farbe' },
      { value: 'scene', label: 'Umgebung' },
      { value: 'picture', label: 'Eigenes Bild' },
    ],
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    label: '背景',
    segments: [
      { value: 'none', label: '透明' },
      { value: 'colour', label: '颜色' },
      { value: 'scene', label: '场景' },
      { value: 'picture', label: '图片' },
    ],
  },
};

export const Dark: Story = { ...Chinese, globals: { theme: 'dark', locale: 'zh' } };
