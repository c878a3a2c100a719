/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { Logo, LogoMark } from './logo.tsx';

const meta = {
  title: 'Content/Logo',
  tags: ['!autodocs'],
  component: Logo,
  args: { children: 'Isola' },
} satisfies Meta<typeof Logo>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Isola')).toBeVisible();
    await expect(canvas.queryByRole('img')).toBeNull();
  },
};

export const MarkAtItsSizes: Story = {
  tags: ['visual'],
  render: () => (
    <div className="flex items-end gap-6">
      {[16, 20, 24, 32, 64, 128].map((sizePx) => (
        <LogoMark key={sizePx} width={sizePx} height={sizePx} />
      ))}
    </div>
  ),
};

export const Large: Story = { args: { size: 'lg' } };
export const Dark: Story = { ...MarkAtItsSizes, globals: { theme: 'dark' } };
