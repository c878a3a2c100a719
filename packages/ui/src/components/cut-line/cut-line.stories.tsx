/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { CutLine } from './cut-line.tsx';

const meta = {
  title: 'Image tools/CutLine',
  component: CutLine,
  tags: ['!autodocs'],
  render: (args) => (
    <div className="relative grid h-40 max-w-120 place-items-center rounded-lg bg-sheet text-13 text-soft">
      <CutLine {...args} />
      {args.state ?? 'still'}
    </div>
  ),
} satisfies Meta<typeof CutLine>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Still: Story = {
  play: async ({ canvasElement }) => {
    const contour = canvasElement.querySelector('rect') ?? canvasElement;
    await expect(getComputedStyle(contour).animationName).toBe('none');
  },
};

export const Running: Story = {
  args: { state: 'running' },
  play: async ({ canvasElement }) => {
    const contour = canvasElement.querySelector('rect') ?? canvasElement;
    await expect(getComputedStyle(contour).animationName).toBe('march');
    await expect(Number(contour.getAttribute('pathLength')) % 13).toBe(0);
  },
};

/** With reduced motion the line is static. */
export const RunningInStillness: Story = {
  args: { state: 'running' },
  globals: { motion: 'reduced' },
  play: async ({ canvasElement }) => {
    const contour = canvasElement.querySelector('rect') ?? canvasElement;
    await expect(getComputedStyle(contour).animationName).toBe('none');
  },
};

export const Small: Story = {
  render: () => (
    <div className="relative size-14 rounded-md bg-accent-wash">
      <CutLine radiusPx={10} state="running" />
    </div>
  ),
};

export const Dark: Story = { ...Running, globals: { theme: 'dark' } };
