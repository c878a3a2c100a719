/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { VisuallyHidden } from './visually-hidden.tsx';

const meta = {
  title: 'Content/VisuallyHidden',
  tags: ['!autodocs'],
  component: VisuallyHidden,
  args: { children: 'for listeners only' },
} satisfies Meta<typeof VisuallyHidden>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  render: (args) => (
    <button type="button">
      12
      <VisuallyHidden {...args} />
    </button>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button')).toHaveAccessibleName('12 for listeners only');
    await expect(canvas.getByText('for listeners only').getBoundingClientRect().width).toBeLessThanOrEqual(1);
  },
};
