/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Brush, Redo2, Undo2 } from 'lucide-react';
import { expect, fn } from 'storybook/test';

import { IconButton } from './icon-button.tsx';

const meta = {
  title: 'Actions/IconButton',
  tags: ['!autodocs'],
  component: IconButton,
  args: { label: 'Undo', children: <Undo2 />, onClick: fn() },
} satisfies Meta<typeof IconButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};

export const Sizes: Story = {
  render: (args) => (
    <div className="flex items-center gap-3">
      <IconButton {...args} size="sm" />
      <IconButton {...args} />
      <IconButton {...args} size="lg" />
      <IconButton {...args} variant="secondary" size="sm" />
      <IconButton {...args} variant="secondary" />
      <IconButton {...args} variant="secondary" size="lg" />
    </div>
  ),
};

export const States: Story = {
  render: () => (
    <div className="flex items-center gap-3">
      <IconButton label="Undo">
        <Undo2 />
      </IconButton>
      <IconButton label="Redo" disabled>
        <Redo2 />
      </IconButton>
      <IconButton label="Brush" aria-pressed="true">
        <Brush />
      </IconButton>
      <IconButton label="Brush" variant="secondary" aria-pressed="true">
        <Brush />
      </IconButton>
    </div>
  ),
};

export const Loading: Story = {
  args: { loading: true, label: 'Saving' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Saving' }));
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

export const Dark: Story = { ...States, globals: { theme: 'dark' } };
