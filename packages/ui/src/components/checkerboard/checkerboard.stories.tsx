/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';

import { Checkerboard } from './checkerboard.tsx';

const meta = {
  title: 'Image tools/Checkerboard',
  component: Checkerboard,
  tags: ['!autodocs'],
  args: { className: 'h-48 max-w-120 rounded-lg border border-line' },
} satisfies Meta<typeof Checkerboard>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Dark: Story = { globals: { theme: 'dark' } };
