/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { Progress } from './progress.tsx';

const meta = {
  title: 'Feedback/Progress',
  component: Progress,
  tags: ['!autodocs'],
  args: { label: 'Model', fraction: 0.53, className: 'max-w-96' },
} satisfies Meta<typeof Progress>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Determinate: Story = {
  args: { valueText: '23.4 of 44.3 MB' },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar', { name: 'Model' });
    await expect(bar).toHaveAttribute('aria-valuenow', '53');
    await expect(bar).toHaveAttribute('aria-valuetext', '23.4 of 44.3 MB');
  },
};

export const Indeterminate: Story = {
  args: { fraction: null },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar');
    await expect(bar).not.toHaveAttribute('aria-valuenow');
    await expect(bar).toHaveAttribute('data-state', 'indeterminate');
  },
};

export const Complete: Story = { args: { fraction: 1 } };
export const Empty: Story = { args: { fraction: 0 } };
export const Dark: Story = { ...Determinate, globals: { theme: 'dark' } };
export const DarkIndeterminate: Story = { ...Indeterminate, globals: { theme: 'dark' } };
