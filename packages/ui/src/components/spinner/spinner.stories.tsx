/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { Spinner } from './spinner.tsx';

const meta = { title: 'Feedback/Spinner', component: Spinner, tags: ['!autodocs'] } satisfies Meta<typeof Spinner>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithWords: Story = {
  render: () => (
    <span className="inline-flex items-center gap-2 text-13 text-soft">
      <Spinner className="text-cut" />
      Opening the photo
    </span>
  ),
};

export const Alone: Story = {
  args: { label: 'Opening the photo', className: 'size-6' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'Opening the photo' })).toBeVisible();
  },
};

export const Stillness: Story = {
  ...Alone,
  globals: { motion: 'reduced' },
  play: async ({ canvas }) => {
    await expect(getComputedStyle(canvas.getByRole('img')).animationName).toBe('none');
  },
};

export const Dark: Story = { ...WithWords, globals: { theme: 'dark' } };
