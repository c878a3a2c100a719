/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';

import { Badge } from './badge.tsx';

const meta = {
  title: 'Data/Badge',
  component: Badge,
  tags: ['!autodocs'],
  args: { children: 'WebGPU' },
} satisfies Meta<typeof Badge>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Tones: Story = {
  render: () => (
    <div className="flex flex-wrap gap-2">
      <Badge>WebGPU</Badge>
      <Badge tone="accent">12 of 50</Badge>
      <Badge tone="success">passes</Badge>
      <Badge tone="warning">head 0.6 mm too small</Badge>
      <Badge tone="danger">failed</Badge>
      <Badge tone="photo">Original</Badge>
    </div>
  ),
};

export const Dark: Story = { ...Tones, globals: { theme: 'dark' } };
